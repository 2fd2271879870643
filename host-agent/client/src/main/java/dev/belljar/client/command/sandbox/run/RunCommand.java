package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.ControllingTerminal;
import dev.belljar.client.command.sandbox.EarlySignals;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.SandboxChoice;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.program.ExitStatus;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar run [AGENT] [PATH] [-- ARGS]`: runs a coding agent, or with `--rm` one command, in a sandbox of a project.
@CommandExamples({
    "belljar run claude | Start Claude Code in a sandbox of the current project.",
    "belljar run codex ~/src/shop -- --model gpt-6-sol | Pass further arguments to the agent.",
    "belljar run claude --prompt \"$TASK\" | Run the agent once, without a terminal.",
    "belljar run --rm --network registries -- make test | Run one command in a fresh sandbox, and delete the sandbox."
})
@Command(
        exitCodeList = {
            "0..123:The exit code of the agent (with --prompt) or of the command (with --rm).",
            "125:The agent or command was not run.",
            "126:It was found but could not be started.",
            "127:It was not found in the sandbox.",
            "128+N:It was killed by signal N."
        },
        name = "run",
        description = {
            "Start a coding agent in a project's sandbox, or run one command in a fresh sandbox.",
            "The project's most recently used sandbox is started and used; if there is none, a sandbox is created. The"
                    + " agent gets its own tab in the sandbox's session. If it is running already, this terminal is"
                    + " attached to it. The first time, the command shows what the agent installs, reaches and uses, and"
                    + " asks whether you accept it for the project."
        },
        footer = {
            "",
            "With --rm, the words after -- are a command that runs in a new sandbox of the project, with the input,"
                    + " output and signals of this program. The sandbox is deleted when the command ends or this program"
                    + " is killed. The changes that the command made are discarded with it.",
            "",
            "Without --prompt and --rm, the exit codes are those of `belljar --help`."
        },
        mixinStandardHelpOptions = true)
final class RunCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "AGENT",
            description =
                    "The coding agent, as `belljar agents list` shows it (default: the project's agent, otherwise the"
                            + " agent that you last ran for the project, otherwise shell).")
    @Nullable
    String first;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            description = "A folder of the project (default: the current folder).")
    @Nullable
    Path second;

    @Option(names = "--sandbox", paramLabel = "SANDBOX", description = "Use this sandbox of the project.")
    @Nullable
    String sandbox;

    @Option(names = "--new", description = "Create a new sandbox, even if the project has one.")
    boolean fresh;

    @Option(
            names = "--network",
            paramLabel = "MODE",
            description = "Network mode of a new sandbox: closed, registries, ask or open.")
    @Nullable
    NetworkMode mode;

    @Option(names = "--plain", description = "If a sandbox is created, accept a folder that is not a git repository.")
    boolean plain;

    @Option(
            names = {"-p", "--prompt"},
            paramLabel = "TEXT",
            description = "Run the agent once with this prompt, without a terminal, and return its exit code.")
    @Nullable
    String prompt;

    @Option(
            names = {"-d", "--detach"},
            description = "Start the agent without attaching this terminal.")
    boolean detach;

    @Option(
            names = {"-y", "--yes"},
            description = "Accept, without asking, the environment that is shown, with what the agent needs, for all"
                    + " sandboxes of the project. Risky items are left out. Start the agent even if its secret is not"
                    + " stored.")
    boolean yes;

    @Option(names = "--rm", description = "Run the command after -- in a fresh sandbox, and delete the sandbox.")
    boolean oneShot;

    @Option(names = RunArguments.WORD, hidden = true, description = "A word after --.")
    List<String> marked = new ArrayList<>();

    @Spec
    CommandSpec spec = CommandSpec.create();

    RunCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        requireSense();
        EarlySignals signals = EarlySignals.follow();
        boolean program = oneShot || prompt != null;
        try {
            AgentClient agent = session().agent();
            Path project = project(agent);
            return oneShot
                    ? new OneShotRun(session(), agent, signals, json)
                            .run(
                                    project,
                                    RunArguments.unmarked(marked),
                                    new SandboxChoice(null, true, mode, plain),
                                    yes)
                    : started(agent, project, signals);
        } catch (AgentException e) {
            int code = session().failed(e, spec.commandLine());
            return program ? ExitStatus.ofProgram(e).code() : code;
        } catch (InterruptedException e) {
            if (signals.exitCode() == 0) {
                throw e;
            }
            return signals.exitCode();
        }
    }

    private int started(AgentClient agent, Path project, EarlySignals signals)
            throws AgentException, InterruptedException {
        if (prompt == null && !detach && !ControllingTerminal.isInput()) {
            throw ProjectSandbox.problem(
                    ProblemCode.BAD_REQUEST,
                    "standard input is not a terminal, so this program cannot be attached to the agent",
                    "Use --detach to start the agent, or --prompt to run it once.");
        }
        String named = first == null || isFolder(first) ? null : first;
        AgentRun run = new AgentRun(session(), agent, project, yes, json);
        return run.start(named, new SandboxChoice(sandbox, fresh, mode, plain), (ready, name) -> {
            AgentLaunch launch = new AgentLaunch(session(), agent, ready, name, RunArguments.unmarked(marked));
            String text = prompt;
            return text != null ? launch.once(text, signals, json) : launch.inSession(detach, signals, json);
        });
    }

    private Path project(AgentClient agent) throws AgentException, InterruptedException {
        Path given = second != null ? second : first != null && isFolder(first) ? Path.of(first) : Path.of("");
        Path folder = given.toAbsolutePath().normalize();
        return ProjectFolder.of(
                folder,
                agent.call(SandboxApi.LIST).stream()
                        .map(each -> each.spec().project())
                        .toList());
    }

    /// Agents have plain names, so that a word with a slash, `.` or `..` can only be a folder.
    private static boolean isFolder(String word) {
        return word.equals(".") || word.equals("..") || word.indexOf('/') >= 0;
    }

    private void requireSense() {
        if (sandbox != null) {
            String _ = SandboxCommand.checked(sandbox, spec, "");
        }
        String wrong = oneShot ? wrongForOneShot() : wrongForAgent();
        if (wrong != null) {
            throw new ParameterException(spec.commandLine(), wrong);
        }
    }

    private @Nullable String wrongForOneShot() {
        if (first != null && !isFolder(first)) {
            return "--rm takes no AGENT: write the command after --, and a folder as ./NAME";
        }
        if (marked.isEmpty()) {
            return "--rm: the command is missing; write it after --";
        }
        return sandbox != null || fresh || detach || prompt != null
                ? "--rm cannot be combined with --sandbox, --new, --detach or --prompt"
                : null;
    }

    private @Nullable String wrongForAgent() {
        if (sandbox != null && fresh) {
            return "--sandbox and --new cannot be combined";
        }
        if (prompt != null && detach) {
            return "--prompt and --detach cannot be combined";
        }
        if (json && prompt == null && !detach) {
            return "--json can only be used with --detach, --prompt or --rm";
        }
        boolean empty = (first != null && first.isEmpty())
                || (second != null && second.toString().isEmpty());
        return empty ? "The argument is empty: expected an agent, or a folder such as . for the current folder" : null;
    }
}
