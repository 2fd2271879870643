package dev.belljar.agent.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A Java program in a separate process, which a test can kill.
public final class AnotherJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;

    private AnotherJvm(Process process) {
        this.process = process;
        this.said = process.inputReader();
    }

    /// Runs this class's `main` with these arguments, and with this folder first on its PATH.
    public static AnotherJvm of(Class<?> main, Path programs, String... words) throws IOException {
        return of(main, programs, List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), words);
    }

    /// Runs this class's `main` with an unchanged PATH, as if it were started from this installation.
    public static AnotherJvm installed(Class<?> main, Path home, String... words) throws IOException {
        List<String> argv = argv(main, List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), words);
        ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().put("BELLJAR_HOME", home.toString());
        return new AnotherJvm(builder.start());
    }

    /// Runs this class's `main` with these Java options.
    public static AnotherJvm of(Class<?> main, Path programs, List<String> options, String... words)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(argv(main, options, words)).redirectErrorStream(true);
        builder.environment().merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
        return new AnotherJvm(builder.start());
    }

    private static List<String> argv(Class<?> main, List<String> options, String... words) {
        List<String> argv = new ArrayList<>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(options);
        argv.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        argv.addAll(List.of(words));
        return argv;
    }

    /// Reads the program's output until a line has this word.
    ///
    /// @return that line
    public String awaitWord(String word) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.contains(word)) {
                return line;
            }
            all.append(line).append('\n');
        }
        throw new IOException("ended by itself: " + all);
    }

    /// Kills the program if it still runs after this time, so that no test reads its output for ever.
    public void endIn(Duration time) {
        Thread.ofVirtual().name("another-jvm-end").start(() -> {
            try {
                if (awaitEnd(time) < 0) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Waits for its end.
    ///
    /// @return its exit code, or -1 if it still runs
    public int awaitEnd(Duration patience) throws InterruptedException {
        return process.waitFor(patience) ? process.exitValue() : -1;
    }

    /// Reads the rest of the program's output.
    public String rest() throws IOException {
        return said.readAllAsString();
    }

    /// Kills the program with `kill -9`, but not the processes it started.
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        Command.killTree(process);
        process.onExit().join();
    }
}
