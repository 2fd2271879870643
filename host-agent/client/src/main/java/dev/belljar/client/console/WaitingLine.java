package dev.belljar.client.console;

import dev.belljar.client.AgentException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/// Shows on a terminal that an operation takes a while: one line that counts the seconds and is removed at the
/// end.
///
/// Nothing is shown before `patience` is over. Without a terminal nothing is printed, or one complete line if
/// the program waits for work that it did not request.
public record WaitingLine(PrintStream err, boolean person, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration PATIENCE_OF_PROGRAMS = Duration.ofSeconds(3);
    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final long STEP_MILLIS = 1_000;
    private static final String CLEAR = "\r\033[K";

    /// Creates a line for this program's standard error.
    public static WaitingLine on(PrintStream err) {
        boolean person = terminal();
        return new WaitingLine(err, person, person ? PATIENCE : PATIENCE_OF_PROGRAMS);
    }

    /// Creates a line that is never shown, for `--json` and `--quiet`.
    public static WaitingLine silent(PrintStream err) {
        return new WaitingLine(err, false, FOREVER);
    }

    /// A request to the host agent.
    public interface AgentJob<T> {
        T call() throws AgentException, InterruptedException;
    }

    /// Runs `job` and returns its result; shows `words` if it takes long.
    public <T> T during(String words, AgentJob<T> job) throws AgentException, InterruptedException {
        return person ? during(() -> count(() -> words), job) : job.call();
    }

    /// Like `during`, with text that changes meanwhile.
    public <T> T telling(Supplier<String> words, AgentJob<T> job) throws AgentException, InterruptedException {
        return person ? during(() -> count(words), job) : job.call();
    }

    /// Like `during`, but without a terminal it prints one complete line once.
    public <T> T duringOrOnce(String words, AgentJob<T> job) throws AgentException, InterruptedException {
        return during(person ? () -> count(() -> words) : () -> once(words), job);
    }

    /// Runs `job` and returns its result; on a terminal, shows the present words of `progress` if it takes long.
    public <T> T during(Supplier<String> progress, AgentJob<T> job) throws AgentException, InterruptedException {
        return person ? during(() -> count(progress), job) : job.call();
    }

    private static <T> T during(Runnable telling, AgentJob<T> job) throws AgentException, InterruptedException {
        Thread teller = Thread.ofVirtual().name("waiting").start(telling);
        try {
            return job.call();
        } finally {
            teller.interrupt();
            teller.join();
        }
    }

    private void once(String words) {
        try {
            Thread.sleep(patience);
            err.println("belljar: " + words);
            err.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the operation ended before the line was shown
        }
    }

    private void count(Supplier<String> words) {
        long begin = System.nanoTime();
        boolean shown = false;
        try {
            Thread.sleep(patience);
            while (true) {
                err.print(CLEAR + words.get() + " … " + (System.nanoTime() - begin) / 1_000_000_000 + " s");
                err.flush();
                shown = true;
                Thread.sleep(STEP_MILLIS);
            }
        } catch (InterruptedException e) {
            if (shown) {
                err.print(CLEAR);
                err.flush();
            }
        }
    }

    private static boolean terminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
