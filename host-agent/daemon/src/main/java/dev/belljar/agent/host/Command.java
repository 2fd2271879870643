package dev.belljar.agent.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
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

/// A program to run on the host: its words, folder, environment, input and limits. Immutable; each `with` gives a new
/// one.
///
/// The environment starts from the host agent's own unless `cleanEnvironment` is asked for. Output is kept up to a
/// limit and the rest is read and dropped, so a chatty program neither blocks nor fills memory. On time-out or
/// interruption the whole process tree is killed.
public final class Command {
    private static final int DEFAULT_LIMIT = 8 << 20;
    /// How long a watcher may take.
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    /// Becomes the program, after leaving a watcher in its process group that reads from the host agent, and kills the
    /// group when there is nothing more to read. The first word is the file of its input, which nobody else needs.
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

    /// The same, in this folder.
    public Command in(Path newFolder) {
        return new Command(argv, environment, clean, newFolder, input, timeout, limit);
    }

    /// The same, with one more environment variable.
    public Command env(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new Command(argv, Map.copyOf(more), clean, folder, input, timeout, limit);
    }

    /// The same, without the host agent's own environment except PATH and HOME.
    public Command cleanEnvironment() {
        return new Command(argv, environment, true, folder, input, timeout, limit);
    }

    /// The same, fed these bytes on standard input.
    public Command input(byte[] newInput) {
        return new Command(argv, environment, clean, folder, newInput, timeout, limit);
    }

    /// The same, killed after this long.
    public Command timeout(Duration newTimeout) {
        return new Command(argv, environment, clean, folder, input, newTimeout, limit);
    }

    /// The same, keeping at most this many bytes of each output.
    public Command keep(int bytes) {
        return new Command(argv, environment, clean, folder, input, timeout, bytes);
    }

    /// The words.
    public List<String> argv() {
        return argv;
    }

    /// Runs to the end, whatever the exit code.
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

    /// The same, but it ends with the host agent, however that ends, with everything it started.
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
        Collector out = new Collector(process.getInputStream(), limit, "out");
        Collector err = new Collector(process.getErrorStream(), limit, "err");
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw CommandException.timedOut(argv, timeout);
        }
        return new Output(process.exitValue(), out.bytes(), err.bytes());
    }

    /// Runs to the end and expects exit code 0.
    ///
    /// @throws CommandException when it cannot be started, runs out of time or ends otherwise; the message has its
    /// last words
    public Output check() throws CommandException, InterruptedException {
        Output output = run();
        if (output.exit() != 0) {
            throw CommandException.failed(argv, output);
        }
        return output;
    }

    /// Starts it and leaves input and output to the caller, who must end it with `killTree`.
    ///
    /// @throws CommandException when it cannot be started
    public Process start() throws CommandException {
        return begin(new ProcessBuilder(new ArrayList<>(argv)));
    }

    /// Starts it in a session of its own, so that it goes on when the host agent ends; both outputs go to `log`.
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

    /// Starts it so that it ends with the host agent, however that ends, with everything it started. Its input comes
    /// from a file and its output is left to the caller, who must end it with `endTied`
    /// or `killTied`.
    ///
    /// The tie is a pipe of which only this process holds the other end, and nothing is written to it. The kernel
    /// closes it when this process is gone, by `kill -9` or otherwise, and a watcher then kills the whole group.
    /// The kernel's own way (`PR_SET_PDEATHSIG`) will not do: it goes by the thread that started the program, and
    /// those that carry virtual threads come and go; nor does it reach what the program starts itself.
    ///
    /// @throws CommandException when it cannot be started
    public Process startTied() throws CommandException {
        return beginTied(builder -> builder);
    }

    /// The same, with both outputs going to `log` (appended).
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

    // The pipe of the tie is standard input, so the program's input comes from a file; the shell deletes it as soon
    // as it has opened it.
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
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// Kills what was started tied, with everything it started. Its watcher does it: a look at the tree misses what is
    /// started meanwhile, a signal to the group does not.
    public static void killTied(Process process) {
        List<ProcessHandle> below = process.descendants().toList();
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The watcher has gone, and the pipe with it.
        }
        process.onExit()
                .completeOnTimeout(process, AT_ONCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        // What left the group is known from before.
        below.forEach(ProcessHandle::destroyForcibly);
        killTree(process);
    }

    /// Asks what was started tied to end, and kills it after `patience` or on an interrupt, which is kept. What it
    /// started and left is killed in any case.
    public static void endTied(Process process, Duration patience) {
        boolean interrupted = Thread.interrupted();
        // The process's own `destroy` closes its input too, and the watcher would be faster.
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
            // A program that ends without reading its input says so by its exit code.
        }
    }

    /// What a program left: exit code and output, each cut at the command's limit.
    public record Output(int exit, byte[] out, byte[] err) {
        /// Standard output as UTF-8.
        public String text() {
            return new String(out, java.nio.charset.StandardCharsets.UTF_8);
        }

        /// Standard error as UTF-8.
        public String errorText() {
            return new String(err, java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private static final class Collector {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final Thread reader;

        Collector(InputStream stream, int limit, String name) {
            reader = Thread.ofVirtual().name("command-" + name).start(() -> drain(stream, limit));
        }

        private void drain(InputStream stream, int limit) {
            byte[] buffer = new byte[16_384];
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    kept.write(buffer, 0, Math.min(n, Math.max(0, limit - kept.size())));
                }
            } catch (IOException e) {
                // The process was killed; what was read so far is the answer.
            }
        }

        byte[] bytes() throws InterruptedException {
            reader.join();
            return kept.toByteArray();
        }
    }
}
