package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.program.CollectedOutput;
import dev.belljar.client.console.program.ExecReport;
import dev.belljar.client.console.program.ExitStatus;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.TerminalExit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `belljar exec N -- CMD…`: runs a command in the machine, with its input, output, signals and exit code.
@CommandExamples({
    "belljar exec shop -- npm test | Run a command in /workspace.",
    "belljar exec --tty -u root shop -- top | Run a command as root, with a terminal.",
    "belljar exec --json --timeout 60 shop -- make check | Print the exit code and output as one " + "JSON object."
})
@Command(
        exitCodeList = {
            "0..123:The exit code of the command itself.",
            "124:The command was terminated because it reached --timeout.",
            "125:Belljar could not run the command, for example because the sandbox is not running.",
            "126:The command was found but could not be started.",
            "127:The command was not found in the sandbox.",
            "128+N:The command was killed by signal N."
        },
        name = "exec",
        description = {
            "Run a command in a sandbox.",
            "Put options for belljar before --. The exit code is that of the command."
        },
        footer = {
            "",
            "With --json, the command has no terminal, and standard input is passed to it. When the command exits,"
                    + " one JSON object is printed with the fields code or signal, timedOut, stdout, stderr,"
                    + " truncated and millis. Each output stream is limited to 1 MiB; if either is cut off, truncated"
                    + " is true. Output that is not valid UTF-8 is in stdoutBase64 or stderrBase64 instead."
        },
        mixinStandardHelpOptions = true)
final class ExecShellCommand extends SandboxCommand {
    @Option(
            names = {"-t", "--tty"},
            description = "Allocate a terminal for the command.")
    boolean tty;

    @Option(
            names = {"-u", "--user"},
            paramLabel = "USER",
            description = "Guest user to run the command as (default: agent).")
    @Nullable
    String user;

    @Option(
            names = {"-w", "--workdir"},
            paramLabel = "DIR",
            description = "Folder to run the command in (default: /workspace).")
    @Nullable
    String cwd;

    @Option(
            names = {"-e", "--env"},
            paramLabel = "K=V",
            description = "Set an environment variable. Can be repeated.")
    Map<String, String> env = new HashMap<>();

    private long timeout;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CMD",
            description = "The program and its arguments, after --.")
    List<String> words = new ArrayList<>();

    ExecShellCommand(CommandSession session) {
        super(session);
    }

    @Option(
            names = "--timeout",
            paramLabel = "S",
            defaultValue = "0",
            description = "Terminate the command after this many seconds (default: 0, no limit).")
    void timeout(int seconds) {
        if (seconds < 0) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--timeout %d: expected a number of seconds, or 0 for no limit".formatted(seconds));
        }
        timeout = seconds;
    }

    @Override
    public Integer call() throws Exception {
        if (json && tty) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--tty and --json cannot be combined: with --json, the command has no terminal");
        }
        TerminalSize size = tty ? ControllingTerminal.size() : TerminalSize.NONE;
        // Everything after the sandbox's name is already part of the command, so a leading -- arrives as a
        // word.
        List<String> argv = words.getFirst().equals("--") ? words.subList(1, words.size()) : words;
        ExecCommand command = new ExecCommand(argv, folder(), env, user, tty, size.rows(), size.cols(), timeout * 1000);
        try {
            return json ? reported(command) : shown(command);
        } catch (AgentException e) {
            int _ = session().failed(e, spec().commandLine());
            return ExitStatus.ofProgram(e).code();
        }
    }

    private int shown(ExecCommand command) throws AgentException, InterruptedException {
        TerminalAttachment attachment = new TerminalAttachment(session(), sandbox);
        int code = attachment.run(command);
        if (attachment.exit().filter(TerminalExit::timedOut).isPresent()) {
            session().aside("belljar: the command was terminated because it reached --timeout");
        }
        return code;
    }

    private int reported(ExecCommand command) throws AgentException, InterruptedException {
        CollectedOutput out = new CollectedOutput();
        CollectedOutput err = new CollectedOutput();
        long begin = System.nanoTime();
        TerminalAttachment attachment = new TerminalAttachment(session(), sandbox, out, err);
        int code = attachment.run(command);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        attachment.exit().ifPresent(exit -> session().json(ExecReport.of(exit, out, err, millis)));
        return code;
    }

    private @Nullable String folder() {
        return cwd == null || cwd.startsWith("/") ? cwd : "/workspace/" + cwd;
    }
}
