package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs programs on the host to their end.
public final class HostCommand {
    private static final int LIMIT_SECONDS = 600;

    private HostCommand() {}

    /// Runs a program and returns its output.
    ///
    /// @throws AgentException when it does not end with 0, or not within ten minutes
    public static String run(List<String> argv) throws AgentException, IOException, InterruptedException {
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        process.getOutputStream().close();
        // The output is read first; it ends with the program.
        var _ = process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            return process.destroyForcibly();
        });
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw BenchMachine.failed(String.join(" ", argv) + ": " + text.strip());
        }
        return text;
    }

    /// Returns whether the program ends with 0.
    public static boolean works(List<String> argv) throws IOException, InterruptedException {
        try {
            String _ = run(argv);
            return true;
        } catch (AgentException e) {
            return false;
        }
    }

    /// Returns whether there is a program of that name.
    public static boolean present(String name) {
        String path = System.getenv("PATH");
        return path != null
                && List.of(path.split(":")).stream()
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(name)));
    }
}
