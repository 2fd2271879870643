package dev.belljar.client.command.jail;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.jail.AccessChange;
import dev.belljar.contract.jail.JailPolicyLayer;
import dev.belljar.contract.jail.JailPolicyText;
import dev.belljar.contract.jail.JailReplay;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.operation.JailApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.jail.ReadJailPolicy;
import dev.belljar.contract.request.jail.WriteJailPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar jail policy`: shows, changes and tests the policies for jails.
@CommandExamples({
    "belljar jail policy show | Show what jails of this project may see and do.",
    "belljar jail policy test draft.json --replay | Show which recorded accesses a draft decides in another way."
})
@Command(
        name = "policy",
        description = "Show, change or test the policies for jails.",
        mixinStandardHelpOptions = true,
        subcommands = {
            JailPolicyCommand.JailPolicyShowCommand.class,
            JailPolicyCommand.JailPolicyExportCommand.class,
            JailPolicyCommand.JailPolicyImportCommand.class,
            JailPolicyCommand.JailPolicyTestCommand.class
        })
final class JailPolicyCommand {
    /// A command about the policies of a project's jails.
    abstract static class JailPolicyBase extends SessionCommand {
        @Option(
                names = "--project",
                paramLabel = "PATH",
                description = "The project (default: the git repository around the current folder, or the current"
                        + " folder).")
        @Nullable
        Path project;

        JailPolicyBase(CommandSession session) {
            super(session);
        }

        String folder() {
            return JailProject.of(project);
        }
    }

    /// A command about one layer.
    abstract static class JailLayerCommand extends JailPolicyBase {
        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                description = "The layer: user (default), project or organization.")
        @Nullable
        RuleScope scope;

        @Option(
                names = "--minijail",
                description = "Use minijail's text format, for the policy for system calls alone.")
        boolean minijail;

        JailLayerCommand(CommandSession session) {
            super(session);
        }
    }

    /// `belljar jail policy show`.
    @CommandExamples({"belljar jail policy show | Show the policies of all layers."})
    @Command(name = "show", description = "Show the policies of all layers.", mixinStandardHelpOptions = true)
    static final class JailPolicyShowCommand extends JailPolicyBase {
        JailPolicyShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            List<JailPolicyLayer> layers =
                    session().agent().call(JailApi.POLICY, new ReadJailPolicy(folder(), null, false));
            if (json) {
                session().json(layers);
                return 0;
            }
            for (JailPolicyLayer layer : layers) {
                session().line("%s (%s)", layer.layer().name().toLowerCase(Locale.ROOT), layer.file());
                for (PathRule rule : layer.policy().paths()) {
                    session().line("  %s %s", rule.action().name().toLowerCase(Locale.ROOT), rule.path());
                }
                layer.policy()
                        .presets()
                        .forEach(preset ->
                                session().line("  preset %s", preset.name().toLowerCase(Locale.ROOT)));
                if (layer.policy().syscalls() != null) {
                    session()
                            .line(
                                    "  %d rules for system calls",
                                    layer.policy().syscalls().rules().size());
                }
            }
            session().aside("What one layer denies, no other layer can allow.");
            return 0;
        }
    }

    /// `belljar jail policy export`.
    @CommandExamples({"belljar jail policy export --scope project | Print the project's policy as JSON."})
    @Command(name = "export", description = "Print the policy of a layer.", mixinStandardHelpOptions = true)
    static final class JailPolicyExportCommand extends JailLayerCommand {
        JailPolicyExportCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            JailPolicyText text =
                    session().agent().call(JailApi.EXPORT_POLICY, new ReadJailPolicy(folder(), scope, minijail));
            if (json) {
                session().json(text);
            } else {
                session().out().print(text.text());
            }
            return 0;
        }
    }

    /// `belljar jail policy import FILE`.
    @CommandExamples({
        "belljar jail policy import policy.json | Replace your policy.",
        "belljar jail policy import --minijail node.policy --scope project | Replace the project's policy for system"
                + " calls."
    })
    @Command(
            name = "import",
            description = "Replace the policy of a layer. Jails that run keep theirs.",
            mixinStandardHelpOptions = true)
    static final class JailPolicyImportCommand extends JailLayerCommand {
        @Parameters(index = "0", paramLabel = "FILE", description = "The policy.")
        Path file = Path.of("");

        JailPolicyImportCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            JailPolicyLayer layer = session()
                    .agent()
                    .call(
                            JailApi.IMPORT_POLICY,
                            new WriteJailPolicy(folder(), scope, Files.readString(file), minijail));
            if (json) {
                session().json(layer);
            } else {
                session().line("The policy was stored in %s.", layer.file());
            }
            return 0;
        }
    }

    /// `belljar jail policy test FILE`.
    @CommandExamples({
        "belljar jail policy test draft.json | Check whether a file is a policy.",
        "belljar jail policy test draft.json --replay | Show which recorded accesses it decides in another way."
    })
    @Command(
            name = "test",
            description = "Check a draft of a layer's policy; nothing is changed.",
            mixinStandardHelpOptions = true)
    static final class JailPolicyTestCommand extends JailLayerCommand {
        @Parameters(index = "0", paramLabel = "FILE", description = "The draft.")
        Path file = Path.of("");

        @Option(
                names = "--replay",
                description = "Apply the draft to the recorded accesses of the project, and list those that it decides"
                        + " in another way.")
        boolean replay;

        JailPolicyTestCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            JailReplay result = session()
                    .agent()
                    .call(JailApi.TEST_POLICY, new WriteJailPolicy(folder(), scope, Files.readString(file), minijail));
            if (json) {
                session().json(result);
            } else if (!replay) {
                session().line("The file is a policy.");
            } else if (result.changes().isEmpty()) {
                session().line("%d recorded accesses, all decided as before.", result.accesses());
            } else {
                TextTable columns = new TextTable("PATH", "BEFORE", "DRAFT", "PROGRAM");
                for (AccessChange change : result.changes()) {
                    columns.row(
                            change.access().path(),
                            change.access().allowed() ? "allowed" : "denied",
                            change.draft(),
                            change.access().program() == null
                                    ? "-"
                                    : change.access().program());
                }
                columns.print(session().out());
                session()
                        .aside(
                                "%d of %d recorded accesses are decided in another way.",
                                result.changes().size(), result.accesses());
            }
            return 0;
        }
    }
}
