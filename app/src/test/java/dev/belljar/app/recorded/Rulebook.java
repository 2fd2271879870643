package dev.belljar.app.recorded;

import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Ancestor;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.Asker;
import dev.belljar.contract.policy.Budget;
import dev.belljar.contract.policy.Layer;
import dev.belljar.contract.policy.Match;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Proposal;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.policy.Secret;
import dev.belljar.contract.policy.SecretBinding;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules, the questions and the secrets of the story.
public final class Rulebook {
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

    private Rulebook() {}

    static List<Approval> questions() {
        return List.of(
                asked(
                        question(
                                "6b1f04", "shop", "tcp", "api.github.com", "140.82.121.6", 443, "/usr/bin/node", 3, 24),
                        new Asker(
                                1236,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "scripts/fetch-binary.js", "--platform", "linux-x64"),
                                List.of(
                                        new Ancestor(1231, "sh", List.of("sh", "-c", "node scripts/fetch-binary.js")),
                                        new Ancestor(1209, "npm", List.of("npm", "install", "qrpress")),
                                        new Ancestor(431, "agent", List.of("agent"))),
                                48_200,
                                4)),
                question("6b1f05", "try-2", "dns", "registry.npmjs.org", null, 0, null, 1, 51),
                question("6b1f06", "shop", "udp", null, "203.0.113.77", 4444, "python3 1240", 1, 57));
    }

    /// A question of a machine that wants to deceive.
    public static Approval hostile() {
        return question("6b1f07", "shop", "tcp", "pаypal.com", "203.0.113.9", 443, "a\u202Egnp.\u001b[31mexe", 2, 58);
    }

    /// A question about a name that leads into the person's own network.
    public static Approval inside() {
        Approval q = question("6b1f08", "shop", "dns", "npm.corp.example", "10.20.0.5", 0, null, 1, 59);
        Asker npm = new Asker(
                1209,
                "npm",
                "/usr/bin/node",
                List.of("npm", "install"),
                List.of(new Ancestor(431, "agent", List.of("agent"))),
                0,
                1);
        return asked(q, npm, "a private address");
    }

    private static Approval asked(Approval q, Asker asker) {
        return asked(q, asker, q.special());
    }

    private static Approval asked(Approval q, Asker asker, @Nullable String special) {
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
                asker,
                special);
    }

    private static Approval question(
            String id,
            String sandbox,
            String protocol,
            @Nullable String name,
            @Nullable String address,
            int port,
            @Nullable String process,
            int waiting,
            int left) {
        long expires = Story.now() + left * 1_000L;
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

    static PolicyView view(String id, Preset preset, List<Rule> added) {
        List<Rule> own = Stream.concat(
                        Stream.of(rule("allow registry.npmjs.org:443", Scope.SANDBOX)),
                        added.stream().filter(r -> r.scope() == Scope.SANDBOX))
                .toList();
        return new PolicyView(
                id,
                preset,
                "the sandbox policy",
                60,
                List.of(
                        layer(
                                Scope.ORGANIZATION,
                                "/etc/belljar/policy.toml",
                                null,
                                List.of(rule("deny *.pastebin.example", Scope.ORGANIZATION))),
                        layer(
                                Scope.PROJECT,
                                "/home/mia/.local/share/belljar/projects/shop.toml",
                                null,
                                added.stream()
                                        .filter(r -> r.scope() == Scope.PROJECT)
                                        .toList()),
                        layer(
                                Scope.USER,
                                "/home/mia/.config/belljar/policy.toml",
                                null,
                                List.of(
                                        rule("allow deb.debian.org:80", Scope.USER),
                                        rule("allow model.agent.example:443", Scope.USER),
                                        rule("deny telemetry.example.com", Scope.USER))),
                        layer(
                                Scope.SANDBOX,
                                "/home/mia/.local/share/belljar/sandboxes/" + id + "/policy.toml",
                                preset,
                                own)),
                null);
    }

    private static Layer layer(Scope scope, String file, @Nullable Preset preset, List<Rule> rules) {
        return new Layer(scope, file, preset, scope == Scope.ORGANIZATION ? Preset.ASK : null, null, rules, null);
    }

    /// A rule of two words; the limits of one of them are made up.
    static Rule rule(String words, Scope scope) {
        String[] parts = words.split(" ");
        String[] target = parts[1].split(":");
        boolean npm = parts[1].startsWith("registry");
        return new Rule(
                Integer.toHexString(words.hashCode()),
                parts[0].equals("allow") ? Action.ALLOW : Action.DENY,
                new Match(target[0], null, target.length > 1 ? target[1] : null, npm ? "tcp" : null, null),
                scope,
                null,
                npm ? new Budget(null, null, 10L << 20) : Budget.NONE,
                npm ? "answer to question 6b1e91" : null);
    }

    static Proposal proposal(List<Rule> added) {
        List<Rule> wanted = Stream.of(
                        rule("allow api.github.com:443", Scope.PROJECT),
                        rule("allow objects.githubusercontent.example:443", Scope.PROJECT),
                        rule("allow *.cdn.example:443", Scope.PROJECT))
                .filter(r -> added.stream().noneMatch(a -> a.id().equals(r.id())))
                .toList();
        return new Proposal("/home/mia/code/shop/.belljar/policy.toml", PROPOSED, "9d2c", wanted, null);
    }

    static List<Secret> secrets() {
        return List.of(
                secret("NPM_TOKEN", "09:12:00", "registry.npmjs.org"),
                secret("MODEL_KEY", "12:20:00", "model.agent.example"),
                secret("DEPLOY_KEY", "13:55:00"));
    }

    static Secret secret(String name, String since, String... hosts) {
        List<SecretBinding> places =
                Stream.of(hosts).map(h -> new SecretBinding(h, false, null)).toList();
        return new Secret(name, Story.at(since), List.of(hosts), places, "keyring");
    }
}
