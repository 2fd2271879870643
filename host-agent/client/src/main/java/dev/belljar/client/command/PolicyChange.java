package dev.belljar.client.command;

import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.SetPreset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands that change a layer of a policy.
abstract class PolicyChange extends SandboxCommand {
    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "sandbox",
            description = "Which layer: sandbox, project or user. The sandbox's own if not given.")
    RuleScope scope = RuleScope.SANDBOX;

    PolicyChange(CommandSession session) {
        super(session);
    }

    int shown(PolicyView view) {
        if (json) {
            session().json(view);
        } else {
            PolicyShow.print(session(), view);
        }
        return 0;
    }

    /// `belljar policy set N PRESET`.
    @Command(
            name = "set",
            description = "Choose what happens to connections that no rule covers.",
            footer = {
                "",
                "closed      refused at once",
                "registries  package registries are allowed, the rest is refused",
                "ask         held until you answer",
                "open        allowed and recorded; private addresses stay refused"
            },
            mixinStandardHelpOptions = true)
    static final class Set extends PolicyChange {
        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "PRESET",
                description = "closed, registries, ask or open; without it, what the wider layers say.")
        @Nullable
        PolicyPreset preset;

        Set(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return shown(session().agent().policies().preset(sandbox, new SetPreset(preset, scope)));
        }
    }

    /// `belljar policy add N RULE…`.
    @Command(
            name = "add",
            description = "Add a rule, such as: allow *.npmjs.org:443",
            footer = {
                "",
                "  allow|deny NAME|*.NAME|ADDRESS|RANGE[:PORTS] [tcp|udp|icmp|dns|any] [at RANGE]",
                "             [by PROGRAM] [until TIME] [minutes N] [connections N] [upload BYTES]",
                "",
                "A private address is reached only under a rule that names it, such as 10.0.0.5:5432.",
                "On ports 443 and 8443 of a name only TLS and HTTP are allowed, unless the rule says any.",
                "Minutes, connections and bytes limit what this rule allows; another rule that allows the same still applies."
            },
            mixinStandardHelpOptions = true)
    static final class Add extends PolicyChange {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "RULE", description = "The rule, as one word or many.")
        List<String> words = new ArrayList<>();

        Add(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Rule rule = session().agent().policies().add(sandbox, new AddRule(String.join(" ", words), scope));
            if (json) {
                session().json(rule);
            } else {
                String whole = PolicyShow.words(rule) + "  " + PolicyShow.narrowed(rule);
                session().line("%s  %s", rule.id(), whole.strip());
            }
            return 0;
        }
    }

    /// `belljar policy remove N RULE`.
    @Command(
            name = "remove",
            aliases = "rm",
            description = "Remove a rule from its layer; connections it allowed are closed.",
            mixinStandardHelpOptions = true)
    static final class Remove extends SandboxCommand {
        @Parameters(
                index = "1",
                paramLabel = "RULE",
                description = "Id of the rule, as printed by `belljar policy show`.")
        String rule = "";

        Remove(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Rule gone = session().agent().policies().remove(sandbox, rule);
            if (json) {
                session().json(gone);
            } else {
                session().line("removed %s  %s", gone.id(), PolicyShow.words(gone));
            }
            return 0;
        }
    }

    /// `belljar policy import N FILE`.
    @Command(
            name = "import",
            description = "Replace the policy of a layer with one from a TOML file.",
            mixinStandardHelpOptions = true)
    static final class Import extends PolicyChange {
        @Parameters(index = "1", paramLabel = "FILE", description = "The file, or - for standard input.")
        String file = "";

        Import(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String toml = TextInput.read(file);
            return shown(session().agent().policies().replace(sandbox, new ImportPolicy(toml, scope)));
        }
    }
}
