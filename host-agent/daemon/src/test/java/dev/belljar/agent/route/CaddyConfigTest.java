package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the configuration for each version of Caddy.
class CaddyConfigTest {
    private static final String DELAY = "\"stream_close_delay\": \"24h\"";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"v2.7.0 h1:abc", "2.7.6", "v2.10.2", "v3.0.0-beta.1"})
    void aNewerCaddyKeepsWebSocketsOverAChange(String version) throws Exception {
        assertThat(config(version)).contains(DELAY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.6.2", "v2.6.4", "v1.99", "(devel)", "", "v2.", "2.99999.1"})
    void anOlderCaddyGetsNoUnknownSettings(String version) throws Exception {
        assertThat(config(version)).doesNotContain("stream_close_delay").doesNotContain("@");
    }

    @Test
    void theInstalledCaddyAcceptsTheConfiguration() throws Exception {
        assumeTrue(Command.of("sh", "-c", "command -v caddy").run().exit() == 0, "caddy is not installed");
        String version = Command.of("caddy", "version").check().text().strip();
        Path file = Files.writeString(folder.resolve("caddy.json"), config(version));
        Command.Output said = Command.of("caddy", "validate", "--config", file.toString())
                .env("XDG_DATA_HOME", folder.toString())
                .env("XDG_CONFIG_HOME", folder.toString())
                .run();
        assertThat(said.text() + said.errorText()).contains("Valid configuration");
    }

    private String config(String version) throws Exception {
        return CaddyConfig.built()
                .with(
                        new CaddyConfig.Places(
                                folder.resolve("admin"),
                                folder.resolve("door"),
                                folder.resolve("store"),
                                folder.resolve("log")),
                        RouteAuthority.open(folder, InstantSource.system()),
                        new WebPorts.Taken(8443, 8480, null),
                        version);
    }
}
