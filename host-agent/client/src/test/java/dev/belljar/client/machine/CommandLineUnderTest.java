package dev.belljar.client.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The command line as a separate process, in the environment of a host agent under test.
record CommandLineUnderTest(Map<String, String> environment) {
    /// The result of one run.
    record Ran(int exit, String out, String err) {}

    Ran run(String input, String... words) throws IOException, InterruptedException {
        Process process = start(words);
        Thread feeder = Thread.ofVirtual().start(() -> feed(process, input));
        StringBuilder err = new StringBuilder();
        Thread reader = Thread.ofVirtual().start(() -> err.append(text(process.getErrorStream())));
        String out = text(process.getInputStream());
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", words) + ": did not end");
        }
        reader.join();
        feeder.join();
        return new Ran(process.exitValue(), out, err.toString());
    }

    /// Starts the command line with its signals blocked, as the launcher does for `exec`.
    Process start(String... words) throws IOException {
        return start(List.of("env", "--block-signal=HUP,INT,QUIT,TERM,WINCH"), List.of("-Xrs"), words);
    }

    /// Starts a command that signals end, as the launcher does.
    Process interruptible(String... words) throws IOException {
        return start(List.of(), List.of(), words);
    }

    private Process start(List<String> before, List<String> options, String... words) throws IOException {
        List<String> argv = new ArrayList<>(before);
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(options);
        argv.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dslf4j.internal.verbosity=ERROR",
                "dev.belljar.client.command.Belljar"));
        argv.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static void feed(Process process, String input) {
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return; // the command does not read its input
        }
    }

    private static String text(java.io.InputStream from) {
        try {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
