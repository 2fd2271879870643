package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.ExitHook;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.client.console.environment.EnvironmentReview;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar create PATH`: creates a sandbox with the project in `/workspace`.
@CommandExamples({
    "belljar create . | Create a sandbox named after the current folder and start it.",
    "belljar create ~/src/shop --name shop-2 --memory 4096 --cpus 2 | Choose the sandbox's name and " + "size.",
    "belljar create . --network ask | Ask about each new destination, starting with the first start.",
    "belljar create ~/notes --plain | Use a folder that is not a git repository."
})
@Command(
        name = "create",
        description = "Create a sandbox for a project folder and start it.",
        mixinStandardHelpOptions = true)
final class CreateCommand extends SessionCommand {
    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "The project's folder. It must be a git repository unless --plain is given.")
    Path path = Path.of(".");

    @Option(names = "--name", paramLabel = "N", description = "Name of the sandbox (default: the folder's name).")
    @Nullable
    String name;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description = "Memory in MiB (default: 8192, but at most half of this computer's memory).")
    @Nullable
    Integer memory;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description = "Number of virtual CPUs (default: 4, or all of this computer's CPUs if it has fewer than 4).")
    @Nullable
    Integer cpus;

    @Option(names = "--disk", paramLabel = "MIB", description = "Maximum disk size in MiB (default: 16384).")
    @Nullable
    Integer disk;

    @Option(
            names = "--network",
            paramLabel = "MODE",
            description = "Network mode, set before the sandbox first starts: closed, registries, ask or open"
                    + " (default: the mode set for the project or for all your sandboxes, otherwise closed).")
    @Nullable
    NetworkMode mode;

    @Option(
            names = "--plain",
            description = "Accept a folder that is not a git repository. Its files are copied into the sandbox as a"
                    + " single commit.")
    boolean plain;

    @Option(
            names = "--no-review",
            description = "If the project proposes an environment, do not ask whether to review it.")
    boolean noReview;

    @Option(names = "--no-start", description = "Create the sandbox without starting it.")
    boolean noStart;

    @Spec
    CommandSpec spec;

    @Option(names = "--no-wait", description = "Return immediately instead of waiting until the sandbox is ready.")
    boolean noWait;

    CreateCommand(CommandSession session) {
        super(session);
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() throws Exception {
        if (path.toString().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "The folder is empty: expected a path, such as . for the current folder.");
        }
        AgentClient agent = session().agent();
        String folder = path.toAbsolutePath().normalize().toString();
        String hint = json ? "" : reviewed(agent, folder);
        Sandbox made = agent.call(
                SandboxApi.CREATE, new CreateSandbox(folder, name, memory, cpus, disk, mode, plain, !noStart));
        session().recorded(made.spec().name());
        if (!hint.isEmpty()) {
            session().aside("%s", hint);
        }
        Sandbox shown = noStart || noWait ? made : awaited(agent, made);
        if (json) {
            session().json(shown);
        } else {
            session().line("%s %s", shown.spec().name(), SandboxStateText.of(shown));
            session().aside("Acceleration: %s", shown.acceleration().label());
            session().aside("Try: belljar shell %s", shown.spec().name());
        }
        return 0;
    }

    /// Lets the user review an environment that the project proposes, so that the sandbox is set up after its first
    /// start, and returns what remains to be said about it; empty text for nothing.
    private String reviewed(AgentClient agent, String folder) throws InterruptedException {
        EnvironmentProposal proposal = proposal(agent, folder);
        if (proposal == null) {
            return "";
        }
        if (proposal.waiting() && !noReview && wantsReview(proposal)) {
            return review(proposal);
        }
        String effect = proposal.accepted() == null ? "It is not in effect." : "What you accepted stays in effect.";
        return switch (proposal.state()) {
            case PROPOSED, CHANGED, INVALID ->
                "%s %s Review it with `belljar environment show %s`.".formatted(found(proposal), effect, folder);
            case NONE, ACCEPTED, REJECTED -> "";
        };
    }

    /// What was found in the project, as a sentence.
    private static String found(EnvironmentProposal proposal) {
        if (proposal.state() == EnvironmentState.INVALID) {
            return "The project proposes an environment with an error.";
        }
        if (proposal.state() == EnvironmentState.PROPOSED) {
            return "The project proposes an environment.";
        }
        return proposal.file() == null && proposal.environment().agents().isEmpty()
                ? "The project no longer proposes an environment."
                : "The environment that the project proposes has changed.";
    }

    /// The proposal of a project. Creating a sandbox does not depend on it: if it cannot be read, `belljar environment`
    /// says why.
    private static @Nullable EnvironmentProposal proposal(AgentClient agent, String folder)
            throws InterruptedException {
        try {
            return agent.call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
        } catch (AgentException e) {
            // An older host agent does not know environments.
            return null;
        }
    }

    /// Asks whether to review a proposal; only once, even if the command is repeated after another question.
    private boolean wantsReview(EnvironmentProposal proposal) {
        String answer = session().askOnce("%s Review it now? [Y/n] ".formatted(found(proposal)));
        return answer != null && !answer.strip().toLowerCase(Locale.ROOT).startsWith("n");
    }

    /// Asks about a proposal, and returns what remains to be said about it.
    private String review(EnvironmentProposal proposal) throws InterruptedException {
        EnvironmentReview review = new EnvironmentReview(session(), proposal);
        review.show();
        if (review.ask() != EnvironmentReview.ReviewOutcome.ACCEPTED) {
            return "Nothing was accepted. To review the environment again, run: belljar environment accept %s"
                    .formatted(proposal.project());
        }
        try {
            review.report(review.accept());
            return "";
        } catch (AgentException e) {
            // The project may have changed its proposal meanwhile.
            return "Nothing was accepted: %s".formatted(e.problem().detail());
        }
    }

    private Sandbox awaited(AgentClient agent, Sandbox made) throws AgentException, InterruptedException {
        String name = made.spec().name();
        try (ExitHook _ = new ExitHook(
                "create", () -> session().aside("%1$s is still starting; `belljar stop %1$s` stops it", name))) {
            return new StateWaiter(session()).await(agent, made.id(), SandboxState.RUNNING);
        }
    }
}
