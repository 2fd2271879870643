package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.ProcessIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a killed host agent leaves no Caddy.
@Timeout(120)
class CaddyKillTest {
    @TempDir
    private Path folder;

    /// The part of a host agent that runs a Caddy.
    static final class Program {
        private Program() {}

        @SuppressWarnings("resource") // It is killed.
        public static void main(String[] words) throws Exception {
            RoutingService routing =
                    RoutingService.in(folders(Path.of(words[0])), Map.of(), RoutingService.Naming.NONE);
            routing.serve(SandboxSites.NONE);
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> routing.server().state().equals("running"));
            System.out.println("it runs");
            Thread.sleep(Duration.ofHours(1));
        }
    }

    private static HostFolders folders(Path folder) {
        return new HostFolders(folder.resolve("d"), folder.resolve("c"), folder.resolve("r"), folder);
    }

    @Test
    void aCaddyEndsWithAHostAgentThatIsKilled() throws Exception {
        assumeTrue(Command.of("sh", "-c", "command -v caddy").run().exit() == 0, "caddy is not installed");
        Path data = Files.createDirectories(folders(folder).data());
        try (AnotherJvm agent = AnotherJvm.of(Program.class, Path.of("/usr/bin"), folder.toString())) {
            agent.awaitWord("it runs");
            ProcessIdentity caddy = ProcessIdentity.startedWith(
                            data.resolve("routes/caddy.json").toString())
                    .getFirst();
            agent.kill();
            caddy.ended().get(100, TimeUnit.SECONDS);
            assertThat(caddy.alive()).isFalse();
        }
    }
}
