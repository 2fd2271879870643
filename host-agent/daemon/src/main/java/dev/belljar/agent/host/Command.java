package dev.belljar.agent.host;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A program to run on the host: its arguments, folder, environment, input and limits. Immutable; each change
/// gives a new command.
///
/// The environment is the host agent's, unless `cleanEnvironment` is called. Output is kept up to a limit, and
/// the rest is read and dropped, so a program with much output neither blocks nor fills memory. On time-out or
/// interruption the whole process tree is killed.
public final class Command {
    private static final int DEFAULT_LIMIT = 8 << 20;
    /// How long a watcher may take to kill its group.
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    /// A shell script that starts a watcher in its process group and then becomes the program. The watcher reads
    /// from the host agent's pipe, and kills the group at end of file. The script's first argument is the file
    /// with the program's input, which it deletes.
    private static final String TIE = "exec 3<&0; sh -c 'read -r _; kill -KILL 0' <&3 3<&- >/dev/null 2>&1 &"
            + " if [ -n \"$1\" ]; then exec 3<\"$1\"; rm -f -- \"$1\"; else exec 3</dev/null; fi;"
            + " shift; exec \"$@\" <&3 3<&-";

    private final List<String> argv;
    private final Map<String, String> environment;
    private final boolean clean;
    private final @Nullable Path folder;
    private final byte[] input;
    private final Duration timeout;
    private final int limit;

    private Command(
            List<String> argv,
            Map<String, String> environment,
            boolean clean,
            @Nullable Path folder,
            byte[] input,
            Duration timeout,
            int limit) {
        this.argv = argv;
        this.environment = environment;
        this.clean = clean;
        this.folder = folder;
        this.input = input;
        this.timeout = timeout;
        this.limit = limit;
    }

    /// A command of these words, found on the PATH, with a time limit of one minute.
    public static Command of(String... argv) {
        return of(List.of(argv));
    }

    /// A command of these words, found on the PATH, with a time limit of one minute.
    public static Command of(List<String> argv) {
        return new Command(List.copyOf(argv), Map.of(), false, null, new byte[0], Duration.ofMinutes(1), DEFAULT_LIMIT);
    }

    /// The command, run in this folder.
    public Command in(Path newFolder) {
        return new Command(argv, environment, clean, newFolder, input, timeout, limit);
    }

    public Command env(String name, String value) {
        return env(Map.of(name, value));
    }

    /// The command with these variables besides those that it has.
    public Command env(Map<String, String> variables) {
        Map<String, String> more = new HashMap<>(environment);
        more.putAll(variables);
        return new Command(argv, Map.copyOf(more), clean, folder, input, timeout, limit);
    }

    /// The command without the host agent's environment, except PATH and HOME.
    public Command cleanEnvironment() {
        return new Command(argv, environment, true, folder, input, timeout, limit);
    }

    /// The command with these bytes on standard input.
    public Command input(byte[] newInput) {
        return new Command(argv, environment, clean, folder, newInput, timeout, limit);
    }

    /// The command, killed after this time.
    public Command timeout(Duration newTimeout) {
        return new Command(argv, environment, clean, folder, input, newTimeout, limit);
    }

    /// The command, of which at most this many bytes of each output are kept.
    public Command keep(int bytes) {
        return new Command(argv, environment, clean, folder, input, timeout, bytes);
    }

    /// The program and its arguments.
    public List<String> argv() {
        return argv;
    }

    /// Runs the program to its end, whatever its exit code.
    ///
    /// @throws CommandException when it cannot be started or runs out of time
    public Output run() throws CommandException, InterruptedException {
        Process process = start();
        Thread feeder = Thread.ofVirtual().name("command-in").start(() -> feed(process));
        try {
            return output(process);
        } finally {
            feeder.interrupt();
            killTree(process);
        }
    }

    /// Runs the program to its end, or until the host agent ends in any way: then the program is killed, with
    /// everything it started.
    ///
    /// @throws CommandException when it cannot be started or runs out of time
    public Output runTied() throws CommandException, InterruptedException {
        Process process = startTied();
        try {
            return output(process);
        } finally {
            killTied(process);
        }
    }

    private Output output(Process process) throws CommandException, InterruptedException {
        OutputCollector out = new OutputCollector(process.getInputStream(), limit, "out");
        OutputCollector err = new OutputCollector(process.getErrorStream(), limit, "err");
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw CommandException.timedOut(argv, timeout);
        }
        return new Output(process.exitValue(), out.bytes(), err.bytes());
    }

    /// Runs the program to its end, and expects exit code 0.
    ///
    /// @throws CommandException when it cannot be started, runs out of time or has another exit code; the
    ///     message has its last output
    public Output check() throws CommandException, InterruptedException {
        Output output = run();
        if (output.exit() != 0) {
            String words = output.errorText().isBlank() ? output.text() : output.errorText();
            throw CommandException.failed(argv, output.exit(), words);
        }
        return output;
    }

    /// Starts the program, and leaves input and output to the caller, who must end it with `killTree`.
    ///
    /// @throws CommandException when it cannot be started
    public Process start() throws CommandException {
        return begin(new ProcessBuilder(new ArrayList<>(argv)));
    }

    /// Starts the program in its own session, so that it continues to run when the host agent ends; both outputs
    /// go to `log`.
    ///
    /// @throws CommandException when it cannot be started
    public Process startDetached(BoundedLog log) throws CommandException {
        List<String> words = new ArrayList<>(argv.size() + 1);
        words.add("setsid");
        words.addAll(argv);
        ProcessBuilder program = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        ProcessBuilder keeper =
                new ProcessBuilder(log.keeper()).redirectErrorStream(true).redirectOutput(Redirect.DISCARD);
        try {
            log.begin();
            return ProcessBuilder.startPipeline(List.of(prepared(program), prepared(keeper)))
                    .getFirst();
        } catch (IOException e) {
            throw CommandException.notStarted(argv, e);
        }
    }

    /// Starts the program so that it is killed, with everything it started, when the host agent ends in any way.
    /// Its input comes from a file; its output is left to the caller, who must end it with `endTied` or
    /// `killTied`.
    ///
    /// The tie is a pipe whose other end only this process holds; nothing is written to it. When this process is
    /// gone, by `kill -9` or otherwise, the kernel closes the pipe, and a watcher then kills the whole process
    /// group. `PR_SET_PDEATHSIG` would not do: it depends on the thread that started the program, and the
    /// carrier threads of virtual threads come and go; nor does it apply to processes that the program starts.
    ///
    /// @throws CommandException when it cannot be started
    public Process startTied() throws CommandException {
        return beginTied(builder -> builder);
    }

    /// Starts the program tied, with both outputs appended to `log`.
    ///
    /// @throws CommandException when it cannot be started
    public Process startTied(Path log) throws CommandException {
        return beginTied(builder -> builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile())));
    }

    private Process beginTied(UnaryOperator<ProcessBuilder> outputs) throws CommandException {
        if (input.length == 0) {
            return beginTied(outputs, "");
        }
        try {
            Path file = Files.createTempFile("belljar-input", "");
            try {
                Files.write(file, input);
                return beginTied(outputs, file.toString());
            } catch (IOException | CommandException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        } catch (IOException e) {
            throw CommandException.notStarted(argv, e);
        }
    }

    // The tie uses standard input, so the program's input comes from a file, which the shell deletes as soon as
    // it has opened it.
    private Process beginTied(UnaryOperator<ProcessBuilder> outputs, String inputFile) throws CommandException {
        List<String> words = new ArrayList<>(List.of("setsid", "sh", "-c", TIE, "sh", inputFile));
        words.addAll(argv);
        return begin(outputs.apply(new ProcessBuilder(words)));
    }

    private Process begin(ProcessBuilder builder) throws CommandException {
        try {
            return prepared(builder).start();
        } catch (IOException e) {
            throw CommandException.notStarted(argv, e);
        }
    }

    private ProcessBuilder prepared(ProcessBuilder builder) {
        if (folder != null) {
            builder.directory(folder.toFile());
        }
        applyEnvironment(builder.environment());
        return builder;
    }

    /// Kills a process and everything below it.
    public static void killTree(Process process) {
        below(process).forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// The processes below a process. One that has ended has none: they have another parent by then. To list them,
    /// Java reads the state of all processes of the host, which takes as long as a short command.
    private static List<ProcessHandle> below(Process process) {
        return process.isAlive() ? process.descendants().toList() : List.of();
    }

    /// Kills a program that was started tied, with everything it started. Its watcher does it with a signal to
    /// the process group: walking the process tree would miss processes that are started at the same time.
    public static void killTied(Process process) {
        List<ProcessHandle> below = below(process);
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The watcher has ended, and its end of the pipe is closed.
        }
        process.onExit()
                .completeOnTimeout(process, AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        // Processes that left the group were listed before.
        below.forEach(ProcessHandle::destroyForcibly);
        killTree(process);
    }

    /// Asks a program that was started tied to end, and kills it after `patience` or on an interrupt; the thread
    /// stays interrupted. Processes that the program left behind are killed in any case.
    public static void endTied(Process process, Duration patience) {
        boolean interrupted = Thread.interrupted();
        // `Process.destroy` would close its input too, and the watcher would kill it before it could end by
        // itself.
        process.toHandle().destroy();
        try {
            boolean _ = process.waitFor(patience);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        killTied(process);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void applyEnvironment(Map<String, String> target) {
        if (clean) {
            target.keySet().removeIf(name -> !name.equals("PATH") && !name.equals("HOME"));
        }
        target.putAll(environment);
    }

    private void feed(Process process) {
        try (var stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException e) {
            // The program ended without reading its input; its exit code tells.
        }
    }

    /// The result of a program: its exit code and its outputs, each cut at the command's limit.
    public record Output(int exit, byte[] out, byte[] err) {
        /// Standard output as UTF-8.
        public String text() {
            return new String(out, StandardCharsets.UTF_8);
        }

        /// Standard error as UTF-8.
        public String errorText() {
            return new String(err, StandardCharsets.UTF_8);
        }
    }
}
