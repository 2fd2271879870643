package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextInput;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.ReplayChange;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.ExportPolicy;
import dev.belljar.contract.request.policy.LearnPolicy;
import dev.belljar.contract.request.policy.TestPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The subcommands that print or test policies as text and change nothing.
final class PolicyDrafts {
    private PolicyDrafts() {}

    abstract static class PolicyPrintCommand extends SandboxCommand {
        PolicyPrintCommand(CommandSession session) {
            super(session);
        }

        int printed(PolicyText text) {
            if (json) {
                session().json(text);
            } else {
                session().out().print(dev.belljar.contract.text.VisibleText.text(text.toml(), "\n\t"));
            }
            return 0;
        }
    }

    /// `belljar policy export N`.
    @CommandExamples({"belljar policy export shop > policy.toml | Save this sandbox's rules to a file."})
    @Command(name = "export", description = "Print the rules in a layer as TOML.", mixinStandardHelpOptions = true)
    static final class PolicyExportCommand extends PolicyPrintCommand {
        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                defaultValue = "sandbox",
                description = "Layer to print: sandbox, project, user or organization (default: sandbox).")
        RuleScope scope = RuleScope.SANDBOX;

        PolicyExportCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return printed(session().agent().call(PolicyApi.EXPORT.at(sandbox), new ExportPolicy(scope)));
        }
    }

    /// `belljar policy learn N`.
    @CommandExamples({
        "belljar policy learn shop > draft.toml | Save the narrowest policy that allows everything the "
                + "sandbox has reached."
    })
    @Command(
            name = "learn",
            description = "Print the narrowest policy that allows everything the sandbox has reached, as TOML.",
            mixinStandardHelpOptions = true)
    static final class PolicyLearnCommand extends PolicyPrintCommand {
        @Option(names = "--tried", description = "Also allow what the sandbox tried but failed to reach.")
        boolean tried;

        PolicyLearnCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return printed(session().agent().call(PolicyApi.LEARN.at(sandbox), new LearnPolicy(tried)));
        }
    }

    /// `belljar policy test N --replay [FILE]`.
    @CommandExamples({
        "belljar policy test shop --replay draft.toml | Show the recorded connections for which the draft would give a"
                + " different verdict."
    })
    @Command(
            name = "test",
            description = "Test a policy against the recorded connections.",
            mixinStandardHelpOptions = true)
    static final class PolicyTestCommand extends SandboxCommand {
        @Option(
                names = "--replay",
                arity = "0..1",
                fallbackValue = "",
                paramLabel = "FILE",
                description = "Draft to test: a TOML file, or - for standard input (default: the current policy).")
        @Nullable
        String draft;

        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                defaultValue = "sandbox",
                description =
                        "Layer that the draft replaces: sandbox, project, user or organization (default: sandbox).")
        RuleScope scope = RuleScope.SANDBOX;

        PolicyTestCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String toml = draft == null || draft.isEmpty() ? null : TextInput.read(draft);
            PolicyReplay replay = session().agent().call(PolicyApi.TEST.at(sandbox), new TestPolicy(toml, scope));
            if (json) {
                session().json(replay);
                return 0;
            }
            if (!replay.changes().isEmpty()) {
                TextTable columns = new TextTable("TIMES", "PROTO", "TO", "NAME", "WAS", "DRAFT", "RULE");
                for (ReplayChange change : replay.changes()) {
                    columns.row(
                            change.count(),
                            change.protocol(),
                            change.destination(),
                            change.name(),
                            PolicyShowCommand.word(change.was()),
                            PolicyShowCommand.word(change.draft()),
                            change.draftRule());
                }
                columns.print(session().out());
            }
            session()
                    .line(
                            "%,d of %,d recorded connections would get the same decision.",
                            replay.same(), replay.flows());
            return 0;
        }
    }
}
