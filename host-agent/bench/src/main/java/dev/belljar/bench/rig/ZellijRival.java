package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Zellij on the host, for comparison: in a terminal of `script`, with a separate home folder that is deleted
/// afterwards.
public final class ZellijRival implements AutoCloseable {
    private static final long START_MILLIS = 8_000;
    private static final String SESSION = "belljar-bench";
    private static final String CONFIG = """
            show_startup_tips false
            show_release_notes false
            session_serialization false
            default_shell "/bin/sh"
            """;

    private final Path zellij;
    private final Path home;

    private ZellijRival(Path zellij, Path home) {
        this.zellij = zellij;
        this.home = home;
    }

    /// Prepares this Zellij program.
    public static ZellijRival prepare(Path zellij) throws IOException {
        // Short, because the path of its socket must fit into 108 bytes.
        Path home = Files.createTempDirectory("bjz");
        Files.writeString(home.resolve("config.kdl"), CONFIG);
        return new ZellijRival(zellij, home);
    }

    /// Measures the milliseconds from keys to their echoes in a shell of the session.
    public double[] echoes(int rounds) throws AgentException, IOException, InterruptedException {
        EchoKeyboard keyboard = new EchoKeyboard();
        String command = "stty rows 30 cols 100; exec " + zellij + " -s " + SESSION;
        Process script = new ProcessBuilder(environment("script", "-qfc", command, "/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream keys = script.getOutputStream()) {
            Thread.ofVirtual().name("zellij rival").start(() -> keyboard.hear(script.getInputStream()));
            Thread.sleep(START_MILLIS);
            return keyboard.rounds(
                    key -> {
                        keys.write(key);
                        keys.flush();
                    },
                    rounds);
        } finally {
            script.destroyForcibly();
        }
    }

    private List<String> environment(String... words) {
        List<String> clean = List.of(
                "env",
                "-i",
                "HOME=" + home,
                "PATH=/usr/bin:/bin",
                "TERM=xterm-256color",
                "LANG=C.UTF-8",
                "ZELLIJ_CONFIG_DIR=" + home,
                "ZELLIJ_SOCKET_DIR=" + home.resolve("s"));
        return Stream.concat(clean.stream(), Stream.of(words)).toList();
    }

    @Override
    public void close() throws IOException {
        try {
            boolean _ = HostCommand.works(environment(zellij.toString(), "kill-session", SESSION));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Waits for the server, which deletes its own files as it ends.
    private void ended() {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().stream()
                        .flatMap(Stream::of)
                        .anyMatch(word -> word.startsWith(home.toString())))
                .forEach(server -> {
                    server.destroyForcibly();
                    server.onExit().join();
                });
    }
}
