package dev.belljar.app.action;

import dev.belljar.app.process.ProcessScript;
import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.session.ExecResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// The actions on one process of a sandbox, carried out by short scripts in the sandbox.
///
/// A process is identified by its number and its start time, so that a signal never reaches another process
/// with the same number.
public final class ProcessActions {
    /// The result of a signal.
    public enum SignalOutcome {
        /// The process received the signal; after `TERM` or `KILL` it has ended.
        DONE,
        /// The process had ended before.
        GONE,
        /// The process received `TERM` or `KILL` and still runs.
        STILL_RUNNING,
        /// The guest did not allow the signal.
        NOT_ALLOWED
    }

    /// The signals.
    public enum ProcessSignal {
        END("TERM"),
        KILL("KILL"),
        PAUSE("STOP"),
        RESUME("CONT");

        private final String name;

        ProcessSignal(String name) {
            this.name = name;
        }
    }

    /// The names of a process's environment variables, and its open files.
    public record ProcessResources(List<String> environment, List<OpenFile> files) {
        public ProcessResources {
            environment = List.copyOf(environment);
            files = List.copyOf(files);
        }
    }

    /// An open file of a process: for reading, for writing, or both.
    public record OpenFile(String path, boolean reads, boolean writes) {}

    private static final Texts TEXTS = Texts.of(ProcessActions.class);
    private static final int AGENT = 1_000;
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final long PATIENCE_MILLIS = 20_000;
    private static final int MOST_LINES = 500;

    private final TaskRunner tasks;

    ProcessActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// True if signals can be sent to a process: neither to the first process and the guest agent, without
    /// which the sandbox can no longer be reached, nor to a process of the kernel.
    public static boolean reachable(ProcessRow row) {
        return row.ended() == null
                && row.pid() > 1
                && row.ppid() != 2
                && !row.comm().startsWith("belljar-guest");
    }

    /// Sends a signal; after `TERM` and `KILL` it waits up to five seconds for the end.
    public UiTask<SignalOutcome> signal(String id, ProcessRow row, ProcessSignal signal) {
        return tasks.task("signal", agent -> {
            ExecResult result = run(agent, id, row, "signal", ProcessScript.SEND, signal.name);
            Integer code = result.code();
            return switch (code == null ? -1 : code) {
                case 0 -> SignalOutcome.DONE;
                case 3 -> SignalOutcome.GONE;
                case 5 -> SignalOutcome.NOT_ALLOWED;
                case 6 -> SignalOutcome.STILL_RUNNING;
                default -> throw failed(result);
            };
        });
    }

    /// Reads the names of a process's environment variables and its open files.
    public UiTask<ProcessResources> inside(String id, ProcessRow row) {
        return tasks.task("inspect", agent -> {
            ExecResult result = run(agent, id, row, "inspect", ProcessScript.LOOK, "");
            Integer code = result.code();
            if (code == null || code != 0) {
                throw failed(result);
            }
            return read(new String(Base64.getDecoder().decode(result.stdout()), StandardCharsets.UTF_8));
        });
    }

    static ProcessResources read(String lines) {
        List<String> environment = new ArrayList<>();
        List<OpenFile> files = new ArrayList<>();
        lines.lines().limit(MOST_LINES).forEach(line -> {
            if (line.startsWith("E ") && line.length() > 2) {
                environment.add(line.substring(2));
            } else if (line.matches("F[012] /.*")) {
                char mode = line.charAt(1);
                OpenFile file = new OpenFile(line.substring(3), mode != '1', mode != '0');
                if (!files.contains(file)) {
                    files.add(file);
                }
            }
        });
        environment.sort(null);
        return new ProcessResources(environment, files);
    }

    private static ExecResult run(
            AgentClient agent, String id, ProcessRow row, String name, String script, String signal)
            throws AgentException, InterruptedException {
        Map<String, String> env = Map.of(
                "BELLJAR_SCRIPT",
                script,
                "PID",
                Integer.toString(row.pid()),
                "START",
                Long.toString(row.start() / NANOS_PER_TICK),
                "SIGNAL",
                signal);
        List<String> argv = AgentScripts.argv(name);
        // As the process's user if that is the agent's: root could do more than the user means to.
        String user = row.uid() == AGENT ? null : "root";
        return agent.call(SandboxApi.EXEC.at(id), new ExecCommand(argv, "/", env, user, false, 0, 0, PATIENCE_MILLIS));
    }

    private static AgentException failed(ExecResult result) {
        String why = result.timedOut()
                ? TEXTS.get("process.timeout", PATIENCE_MILLIS / 1_000)
                : result.code() == null
                        ? TEXTS.get("process.killed", String.valueOf(result.signal()))
                        : TEXTS.get("process.failed", String.valueOf(result.code()));
        return new AgentException(Problem.of(TaskRunner.FAILED_THERE, TEXTS.get("process.undone"), why, null), null);
    }
}
