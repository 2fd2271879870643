package dev.belljar.client.command.environment;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.environment.EnvironmentText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RejectEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `belljar environment`: shows, accepts or rejects what a project needs in its sandboxes.
@CommandExamples({
    "belljar environment | Show what the project in the current folder proposes.",
    "belljar environment accept | Review the proposal, and accept it for all of the project's sandboxes."
})
@Command(
        name = "environment",
        description = "Show, accept or reject the environment that a project proposes.",
        footer = {
            "",
            "A project proposes its environment in .belljar/machine.toml or, if it has no machine.toml, in"
                    + " devcontainer.json. Nothing in the proposal takes effect until you accept it. Belljar asks you"
                    + " again when the proposal changes."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            EnvironmentCommand.EnvironmentShowCommand.class,
            EnvironmentAcceptCommand.class,
            EnvironmentCommand.EnvironmentRejectCommand.class,
            EnvironmentSetupCommand.class,
            EnvironmentLogCommand.class
        })
final class EnvironmentCommand extends SessionCommand {
    EnvironmentCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        EnvironmentProposal proposal = session()
                .agent()
                .call(
                        EnvironmentApi.PROPOSAL,
                        ReadProposal.of(new ProjectPath().absolute().toString()));
        return shown(session(), proposal, json);
    }

    private static int shown(CommandSession session, EnvironmentProposal proposal, boolean json) {
        if (json) {
            session.json(proposal);
        } else {
            new EnvironmentText(session).print(proposal);
        }
        return proposal.state() == EnvironmentState.INVALID ? CommandSession.PROBLEM : 0;
    }

    /// `belljar environment show [PATH]`.
    @CommandExamples({
        "belljar environment show ~/src/shop | Show what the project proposes and what you accepted.",
        "belljar environment show --sandbox shop | Show the same for the project that the sandbox shop belongs to.",
        "belljar environment show --accepted --json | Print the environment that is in effect as JSON."
    })
    @Command(
            name = "show",
            description = "Show what a project proposes, compared with what you accepted.",
            footer = {
                "",
                "  +  new    ~  changed    -  no longer proposed    x  left out    !  risky",
            },
            mixinStandardHelpOptions = true)
    static final class EnvironmentShowCommand extends SessionCommand {
        @Mixin
        ProjectPath project = new ProjectPath();

        @Option(
                names = "--sandbox",
                paramLabel = "SANDBOX",
                description = "Show the environment of this sandbox's project instead of the project at PATH.")
        @Nullable
        String sandbox;

        @Option(names = "--accepted", description = "Show what is in effect instead of what the project proposes.")
        boolean accepted;

        @Spec
        CommandSpec spec = CommandSpec.create();

        EnvironmentShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            if (sandbox != null && project.path != null) {
                throw new ParameterException(spec.commandLine(), "expected either PATH or --sandbox");
            }
            EnvironmentProposal proposal = sandbox == null
                    ? session()
                            .agent()
                            .call(
                                    EnvironmentApi.PROPOSAL,
                                    ReadProposal.of(project.absolute().toString()))
                    : session()
                            .agent()
                            .call(EnvironmentApi.SANDBOX_PROPOSAL.at(SandboxCommand.checked(sandbox, spec, "")));
            return accepted ? inEffect(proposal.project()) : shown(session(), proposal, json);
        }

        private int inEffect(String folder) throws Exception {
            AcceptedEnvironment environment =
                    session().agent().call(EnvironmentApi.ACCEPTED, new ReadEnvironment(folder));
            if (json) {
                session().json(environment);
            } else {
                new EnvironmentText(session()).accepted(environment);
            }
            return 0;
        }
    }

    /// `belljar environment reject [PATH]`.
    @CommandExamples({"belljar environment reject ~/src/shop | Reject what the project currently proposes."})
    @Command(
            name = "reject",
            description = "Reject what a project proposes. Whatever you accepted earlier stays in effect.",
            mixinStandardHelpOptions = true)
    static final class EnvironmentRejectCommand extends SessionCommand {
        @Mixin
        ProjectPath project = new ProjectPath();

        EnvironmentRejectCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String folder = project.absolute().toString();
            EnvironmentProposal proposal = session().agent().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
            if (!proposal.waiting()) {
                return shown(session(), proposal, json);
            }
            EnvironmentProposal rejected =
                    session().agent().call(EnvironmentApi.REJECT, new RejectEnvironment(folder, proposal.digest()));
            if (json) {
                session().json(rejected);
            } else {
                session().line("Rejected the environment that %s proposes.", folder);
            }
            return 0;
        }
    }
}
