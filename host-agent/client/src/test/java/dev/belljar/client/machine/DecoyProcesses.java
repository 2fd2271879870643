package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Processes that look like a host agent's but are not.
record DecoyProcesses(List<Process> processes) implements AutoCloseable {
    /// Starts a sleeping program, and a QEMU that looks like a machine, with its pid file in this folder.
    static DecoyProcesses in(Path folder) throws IOException {
        Files.createDirectories(folder);
        Process sleeper = quiet("sleep", "100000");
        Process machine = quiet(
                "qemu-system-x86_64",
                "-name",
                "guest=belljar-0123456789ab,debug-threads=on",
                "-M",
                "none",
                "-display",
                "none",
                "-nodefaults",
                "-S",
                "-pidfile",
                folder.resolve("pid").toString());
        return new DecoyProcesses(List.of(sleeper, machine));
    }

    private static Process quiet(String... words) throws IOException {
        return new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    void assertAlive() {
        assertThat(processes).allMatch(Process::isAlive, "is alive");
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
