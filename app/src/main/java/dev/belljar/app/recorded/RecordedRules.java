package dev.belljar.app.recorded;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import dev.belljar.contract.policy.SecretInfo.SecretUse;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The recorded rules, approvals and secrets.
public final class RecordedRules {
    static final String DRAFT = """
            preset = "closed"

            [[rule]]
            allow = "registry.npmjs.org:443"
            protocol = "tcp"

            [[rule]]
            allow = "*.agent.example:443"

            [[rule]]
            allow = "api.github.com:443"
            upload = "10M"
            """;

    static final String LEARNED = """
            preset = "closed"

            # reached by npm, 12 times
            [[rule]]
            allow = "registry.npmjs.org:443"
            protocol = "tcp"
            """;

    private static final String PROPOSED = """
            # What the build of shop needs.
            [[rule]]
            allow = "api.github.com:443"

            [[rule]]
            allow = "objects.githubusercontent.example:443"

            [[rule]]
            allow = "*.cdn.example:443"
            """;

    private RecordedRules() {}

    static List<Approval> approvals() {
        return List.of(
                asked(
                        approval(
                                "6b1f04", "shop", "tcp", "api.github.com", "140.82.121.6", 443, "/usr/bin/node", 3, 24),
                        new RequestingProcess(
                                1236,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "scripts/fetch-binary.js", "--platform", "linux-x64"),
                                List.of(
                                        new ParentProcess(
                                                1231, "sh", List.of("sh", "-c", "node scripts/fetch-binary.js")),
                                        new ParentProcess(1209, "npm", List.of("npm", "install", "qrpress")),
                                        new ParentProcess(431, "agent", List.of("agent"))),
                                48_200,
                                4)),
                approval("6b1f05", "try-2", "dns", "registry.npmjs.org", null, 0, null, 1, 51),
                approval("6b1f06", "shop", "udp", null, "203.0.113.77", 4444, "python3 1240", 1, 57));
    }

    /// Returns an approval with misleading characters, as a hostile guest could cause.
    public static Approval hostile() {
        return approval("6b1f07", "shop", "tcp", "pаypal.com", "203.0.113.9", 443, "a\u202Egnp.\u001b[31mexe", 2, 58);
    }

    /// Returns an approval for a name whose address is in a private network.
    public static Approval inside() {
        Approval q = approval("6b1f08", "shop", "dns", "npm.corp.example", "10.20.0.5", 0, null, 1, 59);
        RequestingProcess npm = new RequestingProcess(
                1209,
                "npm",
                "/usr/bin/node",
                List.of("npm", "install"),
                List.of(new ParentProcess(431, "agent", List.of("agent"))),
                0,
                1);
        return asked(q, npm, "a private address");
    }

    private static Approval asked(Approval q, RequestingProcess requester) {
        return asked(q, requester, q.special());
    }

    private static Approval asked(Approval q, RequestingProcess requester, @Nullable String special) {
        return new Approval(
                q.id(),
                q.sandbox(),
                q.sandboxName(),
                q.asked(),
                q.expires(),
                q.protocol(),
                q.name(),
                q.address(),
                q.port(),
                q.process(),
                q.waiting(),
                requester,
                special);
    }

    private static Approval approval(
            String id,
            String sandbox,
            String protocol,
            @Nullable String name,
            @Nullable String address,
            int port,
            @Nullable String process,
            int waiting,
            int left) {
        long expires = RecordedHost.now() + left * 1_000L;
        return new Approval(
                id,
                "sb-" + sandbox,
                sandbox,
                expires - 60_000,
                expires,
                protocol,
                name,
                address,
                port,
                process,
                waiting);
    }

    static PolicyView view(String id, NetworkMode mode, List<Rule> added) {
        List<Rule> own = Stream.concat(
                        Stream.of(rule("allow registry.npmjs.org:443", RuleScope.SANDBOX)),
                        added.stream().filter(r -> r.scope() == RuleScope.SANDBOX))
                .toList();
        return new PolicyView(
                id,
                mode,
                "the sandbox policy",
                60,
                List.of(
                        layer(
                                RuleScope.ORGANIZATION,
                                "/etc/belljar/policy.toml",
                                null,
                                List.of(rule("deny *.pastebin.example", RuleScope.ORGANIZATION))),
                        layer(
                                RuleScope.PROJECT,
                                "/home/mia/.local/share/belljar/projects/shop.toml",
                                null,
                                added.stream()
                                        .filter(r -> r.scope() == RuleScope.PROJECT)
                                        .toList()),
                        layer(
                                RuleScope.USER,
                                "/home/mia/.config/belljar/policy.toml",
                                null,
                                List.of(
                                        rule("allow deb.debian.org:80", RuleScope.USER),
                                        rule("allow model.agent.example:443", RuleScope.USER),
                                        rule("deny telemetry.example.com", RuleScope.USER))),
                        layer(
                                RuleScope.SANDBOX,
                                "/home/mia/.local/share/belljar/sandboxes/" + id + "/policy.toml",
                                mode,
                                own)),
                null);
    }

    private static PolicyLayer layer(RuleScope scope, String file, @Nullable NetworkMode mode, List<Rule> rules) {
        return new PolicyLayer(
                scope, file, mode, scope == RuleScope.ORGANIZATION ? NetworkMode.ASK : null, null, rules, null);
    }

    /// Parses a rule from an action and a destination; rules for `registry…` get a protocol, a
    /// budget and a reason.
    static Rule rule(String words, RuleScope scope) {
        String[] parts = words.split(" ");
        String[] target = parts[1].split(":");
        boolean npm = parts[1].startsWith("registry");
        return new Rule(
                Integer.toHexString(words.hashCode()),
                parts[0].equals("allow") ? RuleAction.ALLOW : RuleAction.DENY,
                new RuleMatch(target[0], null, target.length > 1 ? target[1] : null, npm ? "tcp" : null, null),
                scope,
                null,
                npm ? new RuleBudget(null, null, 10L << 20) : RuleBudget.NONE,
                npm ? "answer to approval 6b1e91" : null);
    }

    static PolicyProposal proposal(List<Rule> added) {
        List<Rule> proposed = Stream.of(
                        rule("allow api.github.com:443", RuleScope.PROJECT),
                        rule("allow objects.githubusercontent.example:443", RuleScope.PROJECT),
                        rule("allow *.cdn.example:443", RuleScope.PROJECT))
                .filter(r -> added.stream().noneMatch(a -> a.id().equals(r.id())))
                .toList();
        return new PolicyProposal("/home/mia/code/shop/.belljar/policy.toml", PROPOSED, "9d2c", proposed, null);
    }

    static List<SecretInfo> secrets() {
        return List.of(
                secret("NPM_TOKEN", "09:12:00", "registry.npmjs.org"),
                new SecretInfo(
                        "MODEL_KEY",
                        SecretKind.LOGIN,
                        RecordedHost.at("12:20:00"),
                        List.of("model.agent.example"),
                        places("model.agent.example"),
                        "keyring",
                        null,
                        new SecretUse(RecordedHost.at("14:01:30"), "shop", "model.agent.example"),
                        null),
                new SecretInfo(
                        "DEPLOY_KEY",
                        SecretKind.COMMAND,
                        RecordedHost.at("13:55:00"),
                        List.of(),
                        List.of(),
                        "command",
                        "pass show deploy",
                        null,
                        null));
    }

    static SecretInfo secret(String name, String since, String... hosts) {
        return new SecretInfo(
                name,
                SecretKind.VALUE,
                RecordedHost.at(since),
                List.of(hosts),
                places(hosts),
                "keyring",
                null,
                null,
                null);
    }

    private static List<SecretBinding> places(String... hosts) {
        return Stream.of(hosts).map(h -> new SecretBinding(h, false, null)).toList();
    }
}
