package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextInput;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.ImportPolicy;
import dev.belljar.contract.request.policy.SetNetworkMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// The subcommands that change a layer of a policy.
abstract class PolicyChangeCommand extends SandboxCommand {
    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "sandbox",
            description =
                    "Layer to change (default: sandbox): sandbox, project (all sandboxes of the project) or user (all"
                            + " your sandboxes). With user, SANDBOX may be omitted.")
    RuleScope scope = RuleScope.SANDBOX;

    PolicyChangeCommand(CommandSession session) {
        super(session);
    }

    /// With the user's layer, SANDBOX may be omitted, and the first argument is a rule or a file.
    @Override
    protected boolean namesSandbox() {
        return false;
    }

    /// Prints the policy, or only its user layer if no sandbox was named; returns the exit code.
    int shown(PolicyView view, boolean named) {
        if (json) {
            session().json(view);
        } else if (named) {
            PolicyShowCommand.print(session(), view);
        } else {
            PolicyShowCommand.printUser(session(), view);
        }
        return 0;
    }

    ParameterException missing(String label) {
        return new ParameterException(spec().commandLine(), label + " is missing");
    }

    /// `belljar policy set N PRESET`.
    @CommandExamples({
        "belljar policy set shop ask | Ask about every destination that no rule covers.",
        "belljar policy set shop --scope user registries | Allow package registries in all your sandboxes.",
        "belljar policy set --scope user registries | Same as above; SANDBOX may be omitted with --scope user."
    })
    @Command(
            name = "set",
            description = "Set the network mode: what happens when no rule matches.",
            footer = {
                "",
                "  closed      the connection is blocked",
                "  registries  package registries are allowed; everything else is blocked",
                "  ask         the connection waits for your answer, and is blocked if you do not answer within 60 s",
                "  open        the connection is allowed and recorded; private addresses stay blocked"
            },
            mixinStandardHelpOptions = true)
    static final class PolicySetCommand extends PolicyChangeCommand {
        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "MODE",
                description =
                        "Network mode: closed, registries, ask or open. If omitted, the mode set in a broader layer"
                                + " applies.")
        @Nullable
        String mode;

        PolicySetCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            boolean named = scope != RuleScope.USER
                    || mode != null
                    || networkMode(sandbox).isEmpty();
            String word = named ? mode : sandbox;
            NetworkMode networkMode = word == null
                    ? null
                    : networkMode(word)
                            .orElseThrow(() -> new ParameterException(
                                    spec().commandLine(),
                                    "network mode \"" + word
                                            + "\": expected \"closed\", \"registries\", \"ask\" or \"open\""));
            String which = named ? sandbox : PolicyApi.EVERY_SANDBOX;
            return shown(
                    session().agent().call(PolicyApi.SET_MODE.at(which), new SetNetworkMode(networkMode, scope)),
                    named);
        }

        private static Optional<NetworkMode> networkMode(String word) {
            return Arrays.stream(NetworkMode.values())
                    .filter(networkMode -> networkMode.name().equalsIgnoreCase(word))
                    .findFirst();
        }
    }

    /// `belljar policy add N RULE…`.
    @CommandExamples({
        "belljar policy add shop allow *.npmjs.org:443 | Allow all subdomains of npmjs.org.",
        "belljar policy add shop allow 10.0.0.5:5432 by psql | Allow a private address for one program.",
        "belljar policy add shop allow GET github.com/acme/* | Allow some HTTP requests to an inspected name.",
        "belljar policy add shop allow host.belljar.internal:5432 | Allow a service on this computer.",
        "belljar policy add --scope user deny ads.example.org | Deny a name in all your sandboxes."
    })
    @Command(
            name = "add",
            description = "Add a rule that allows or denies destinations.",
            footer = {
                "",
                "A RULE is:",
                "  allow|deny [METHODS] NAME|*.NAME|ADDRESS|RANGE[:PORTS][/PATH]",
                "    [tcp|udp|icmp|dns|any]",
                "    [at RANGE] [by PROGRAM] [until TIME] [minutes N] [connections N]",
                "    [upload BYTES]",
                "",
                "A rule that denies a connection overrides all rules that allow it. To allow a private address, a rule"
                        + " must name it, as in 10.0.0.5:5432. On ports 443 and 8443, a rule for a name allows only"
                        + " TLS and HTTP, unless the rule specifies protocol `any`. A rule's limits apply to that rule"
                        + " only: another rule may still allow the same destination.",
                "",
                "A rule with METHODS (GET,HEAD) or /PATH (/acme/*) is about HTTP requests to a name that is inspected"
                        + " (`belljar inspect`). In the path, * at the end stands for anything, elsewhere for a part"
                        + " without a slash.",
                "",
                "host.belljar.internal refers to services on this computer, and is reachable only through a rule for"
                        + " this name that lists each port individually."
            },
            mixinStandardHelpOptions = true)
    static final class PolicyAddCommand extends PolicyChangeCommand {
        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "RULE",
                description = "The rule, as one argument or several.")
        List<String> words = new ArrayList<>();

        PolicyAddCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String text = String.join(" ", words);
            boolean named = scope != RuleScope.USER || !isRule(sandbox) || isRule(text);
            if (named && words.isEmpty()) {
                throw missing("RULE");
            }
            String which = named ? sandbox : PolicyApi.EVERY_SANDBOX;
            String whole = named ? text : (sandbox + " " + text).strip();
            show(session().agent().call(PolicyApi.ADD_RULE.at(which), new AddRule(whole, scope)));
            return 0;
        }

        private static boolean isRule(String text) {
            String action = text.split(" ", 2)[0];
            return action.equals("allow") || action.equals("deny");
        }

        private void show(Rule rule) {
            if (json) {
                session().json(rule);
            } else {
                String whole = PolicyShowCommand.words(rule) + "  " + PolicyShowCommand.narrowed(rule);
                session().line("%s  %s", rule.id(), whole.strip());
            }
        }
    }

    /// `belljar policy remove N RULE`.
    @CommandExamples({
        "belljar policy remove shop r7 | Remove the rule with this id.",
        "belljar policy remove - r7 | Remove a rule that applies to all your sandboxes."
    })
    @Command(
            name = "remove",
            aliases = "rm",
            description = "Remove a rule and close the connections that it allowed.",
            mixinStandardHelpOptions = true)
    static final class PolicyRemoveCommand extends SandboxCommand {
        @Parameters(
                index = "1",
                paramLabel = "RULE",
                description = "Id of the rule, as printed by `belljar policy show`.")
        String rule = "";

        PolicyRemoveCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Rule gone = session().agent().call(PolicyApi.REMOVE_RULE.at(sandbox, rule));
            if (json) {
                session().json(gone);
            } else {
                session().line("removed %s  %s", gone.id(), PolicyShowCommand.words(gone));
            }
            return 0;
        }
    }

    /// `belljar policy import N FILE`.
    @CommandExamples({
        "belljar policy import shop policy.toml | Replace this sandbox's rules with those in a file.",
        "belljar policy import --scope user policy.toml | Replace the rules that apply to all your sandboxes."
    })
    @Command(
            name = "import",
            description = "Replace the rules in a layer with those in a TOML file.",
            mixinStandardHelpOptions = true)
    static final class PolicyImportCommand extends PolicyChangeCommand {
        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "FILE",
                description = "The TOML file, or - for standard input.")
        @Nullable
        String file;

        PolicyImportCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            boolean named = scope != RuleScope.USER || file != null;
            String from = named ? file : sandbox;
            if (from == null) {
                throw missing("FILE");
            }
            String toml = TextInput.read(from);
            if (toml.isBlank()) {
                // An import replaces all rules, so the output of a command that failed would delete them.
                throw new ParameterException(
                        spec().commandLine(),
                        "The policy is empty: expected TOML. To delete all rules, import a policy that contains only a"
                                + " comment.");
            }
            String which = named ? sandbox : PolicyApi.EVERY_SANDBOX;
            return shown(session().agent().call(PolicyApi.IMPORT.at(which), new ImportPolicy(toml, scope)), named);
        }
    }
}
