package dev.belljar.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.HostAgent;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.operation.HostApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the user's consent to emulation also applies to the benchmark's second host agent, which has its
/// own data.
class BenchmarkAgentTest {
    @TempDir
    Path folder;

    @Test
    void consentToEmulationIsPassedOnOnlyIfItWasGiven() throws Exception {
        Map<String, String> own = own();
        assertThat(accepted(own)).isFalse();
        try (HostAgent _ = HostAgent.start(own);
                AgentClient client = new AgentStarter(own).find().orElseThrow()) {
            assertThat(client.call(HostApi.ACCEPT_EMULATION).emulationAccepted())
                    .isTrue();
        }
        assertThat(accepted(own)).isTrue();
    }

    private boolean accepted(Map<String, String> own) throws Exception {
        Path root = Files.createTempDirectory(folder, "e");
        Map<String, String> environment = BenchmarkAgent.environment(own, root);
        assertThat(environment.get("XDG_DATA_HOME")).isNotEqualTo(own.get("XDG_DATA_HOME"));
        try (HostAgent _ = HostAgent.start(environment);
                AgentClient client = new AgentStarter(environment).find().orElseThrow()) {
            return client.call(HostApi.STATUS).emulationAccepted();
        }
    }

    private Map<String, String> own() throws Exception {
        Map<String, String> own = new HashMap<>(System.getenv());
        own.remove("BELLJAR_EMULATION");
        for (String name : new String[] {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"}) {
            own.put(name, Files.createDirectories(folder.resolve(name)).toString());
        }
        own.putAll(Map.of("BELLJAR_PORT", "0", "BELLJAR_POOL", "0", "BELLJAR_TEMPLATES", "off"));
        own.putAll(Map.of("BELLJAR_KEYRING", "off", "BELLJAR_ROUTES", "off", "BELLJAR_IMAGE_CHECK", "off"));
        return own;
    }
}
