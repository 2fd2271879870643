package dev.belljar.client.command.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the storage commands with a complete host agent.
class StorageWordsTest {
    @TempDir
    private Path folder;

    private AgentWithShop agent;

    @BeforeEach
    void start() throws Exception {
        agent = new AgentWithShop(folder);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @Test
    void storageSettingsAreShownSetAndReset() throws Exception {
        assertThat(agent.run("storage").out().lines())
                .anyMatch(line -> line.matches("NAME +DISK +SNAPSHOTS +MEMORY +OBJECTS +JOURNAL +USED +QUOTA"))
                .anyMatch(line -> line.matches("shop .* 17 GiB"))
                .anyMatch(line -> line.matches("Disk: .* of .* free; 2 GiB is reserved for the host\\."))
                .anyMatch(line -> line.startsWith("Quota for each sandbox: its disk's size plus 16 GiB."));
        assertThat(agent.run("storage", "set", "--quota", "40G", "--reserve=1G")
                        .out()
                        .lines())
                .anyMatch(line -> line.matches("shop .* 40 GiB"))
                .anyMatch(line -> line.contains("; 1 GiB is reserved"));
        assertThat(agent.run("storage", "set", "shop", "--quota=none").out().lines())
                .anyMatch(line -> line.matches("shop .* none \\(set for this sandbox\\)"));
        HostStorage now = ContractJson.read(agent.run("storage", "--json").out(), HostStorage.class);
        assertThat(now.quota()).isEqualTo(40L << 30);
        assertThat(now.sandboxes()).extracting(SandboxStorage::quota).containsExactly(0L);
        assertThat(agent.run("storage", "reset", "shop").out())
                .contains("40 GiB")
                .doesNotContain("own");
        assertThat(agent.run("storage", "reset").out()).contains("17 GiB", "; 2 GiB is reserved");
    }

    @Test
    void noMessageSuggestsTheZeroThatIsRefused() {
        for (String word : new String[] {"5M", "much", "0"}) {
            Ran ran = agent.run("storage", "set", "--quota", word);
            assertThat(ran.exit()).isNotZero();
            assertThat(ran.err()).contains("no limit").doesNotContain("0 for no limit");
        }
    }

    @Test
    void theStorageOfOneSandboxIsShown() throws Exception {
        assertThat(agent.run("storage", "shop").out().lines())
                .hasSize(2)
                .last()
                .matches(line -> line.matches("shop .* 17 GiB"));
        assertThat(ContractJson.read(agent.run("storage", "shop", "--json").out(), SandboxStorage.class)
                        .name())
                .isEqualTo("shop");
        assertThat(agent.run("storage", "nobody").err()).contains("no sandbox is called");
    }

    @Test
    void objectsThatCouldNotBeDeletedYetAreShown() throws Exception {
        assertThat(agent.run("storage").out()).doesNotContain("deleted sandboxes");
        Path repository = folder.resolve("XDG_DATA_HOME/belljar/repositories/gone.git");
        Files.writeString(Files.createDirectories(repository).resolve("prune"), "kept " + (3 << 20) + "\n");
        assertThat(agent.run("storage").out()).contains("Git objects from deleted sandboxes still use 3 MiB, ");
        assertThat(ContractJson.read(agent.run("storage", "--json").out(), HostStorage.class)
                        .unpruned())
                .isEqualTo(3 << 20);
    }

    @Test
    void theSizeOfAllTemplatesIsShown() throws Exception {
        long before = ContractJson.read(agent.run("storage", "--json").out(), HostStorage.class)
                .templates();
        for (String kind : List.of("templates", "project-templates")) {
            Path template =
                    folder.resolve("XDG_DATA_HOME/belljar").resolve(kind).resolve("kept");
            Files.write(Files.createDirectories(template).resolve("memory"), new byte[3 << 20]);
        }
        Ran ran = agent.run("storage", "--json");
        assertThat(ContractJson.read(ran.out(), HostStorage.class).templates() - before)
                .isBetween(6L << 20, 7L << 20);
        assertThat(agent.run("storage").out()).containsPattern("Templates: \\d.* MiB\\.");
    }

    @Test
    void invalidStorageSettingsAreRefusedAndChangeNothing() {
        assertThat(agent.run("storage", "set").exit()).isEqualTo(2);
        for (String zero : new String[] {"0", "0G"}) {
            assertThat(agent.run("storage", "set", "shop", "--quota=" + zero).exit())
                    .isEqualTo(2);
        }
        assertThat(agent.run("storage", "set", "--quota", "much").exit()).isEqualTo(2);
        assertThat(agent.run("storage", "set", "shop", "--reserve", "5G").exit())
                .isEqualTo(2);
        Ran little = agent.run("storage", "set", "shop", "--quota", "5M");
        assertThat(little.exit()).isEqualTo(1);
        assertThat(little.err()).contains("1 GiB to 1 PiB").contains("storage.invalid");
        assertThat(agent.run("storage", "set", "nobody", "--quota", "5G").err()).contains("no sandbox is called");
        assertThat(agent.run("storage").out()).contains("17 GiB");
    }
}
