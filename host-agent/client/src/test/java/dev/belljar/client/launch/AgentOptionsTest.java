package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the Java options with which checkout and package start the host agent: a process that has used up
/// its heap ends.
@Timeout(120)
class AgentOptionsTest {
    @TempDir
    Path folder;

    @Test
    void theHostAgentExitsAtOnceWhenOutOfMemory() throws Exception {
        assertThat(launched("-Xmx32m")).isEqualTo(3);
    }

    /// Starts this test's program instead of the host agent, with the launcher's own command line, and
    /// returns its exit code.
    private int launched(String options) throws IOException, InterruptedException {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/bash\nexec '%s/bin/java' \"${@/dev.belljar.agent.HostAgent/%s}\"\n"
                        .formatted(
                                System.getProperty("java.home"),
                                Hoarder.class.getName().replace("$", "\\$")));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        Path launch = home().resolve("installers/launch");
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-c",
                        "JAVA_HOME=$1; classpath_of() { classpath=$CP; }; . \"$2\"; launch agent run",
                        "bash",
                        folder.resolve("jdk").toString(),
                        launch.toString())
                .redirectErrorStream(true);
        builder.environment().put("CP", System.getProperty("java.class.path"));
        builder.environment().put("BELLJAR_AGENT_JAVA_OPTIONS", options);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        assertThat(said)
                .contains("Terminating due to java.lang.OutOfMemoryError")
                .doesNotContain("goes on");
        return exit;
    }

    private static Path home() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }

    /// Uses up the heap on a thread that no other thread waits for, like a reader of a guest link.
    static final class Hoarder {
        private Hoarder() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.ofVirtual().start(() -> {
                List<byte[]> all = new ArrayList<>();
                while (all.size() < 100_000) {
                    all.add(new byte[1 << 20]);
                }
            });
            Thread.sleep(5_000);
            System.out.println("goes on");
        }
    }
}
