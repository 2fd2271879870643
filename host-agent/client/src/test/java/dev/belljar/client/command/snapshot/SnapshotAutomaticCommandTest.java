package dev.belljar.client.command.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with a complete host agent that the settings of automatic snapshots are shown and changed.
class SnapshotAutomaticCommandTest {
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
    void theSettingsOfAllSandboxesAreShownSetAndReset() {
        assertThat(automatic()).isEqualTo("""
                        Automatic snapshots are on.
                        Belljar takes at most one every 10 min, and keeps up to 3 for each sandbox. A sandbox counts as quiet after 30 s without use.
                        """);
        assertThat(automatic("--mode", "off", "--every", "45"))
                .startsWith("Automatic snapshots are off.")
                .contains("45 min");
        assertThat(automatic("--mode", "default"))
                .startsWith("Automatic snapshots are on.")
                .contains("10 min");
    }

    @Test
    void aSandboxHasSettingsOfItsOwn() throws Exception {
        assertThat(automatic("shop")).startsWith("Automatic snapshots are on, using the setting for all sandboxes.");
        assertThat(automatic("shop", "--mode=off")).startsWith("Automatic snapshots are off, as set for this sandbox.");
        assertThat(automatic()).startsWith("Automatic snapshots are on.");
        assertThat(ContractJson.read(
                        agent.run("snapshot", "automatic", "shop", "--json").out(), AutomaticSnapshotSettings.class))
                .isEqualTo(
                        new AutomaticSnapshotSettings(false, 10, 3, 30, AutomaticSnapshotSettings.ALWAYS, true, null));
        assertThat(automatic("shop", "--mode", "default")).contains("using the setting for all sandboxes");
    }

    @Test
    void reasonsCanBeChosen() {
        assertThat(automatic("shop", "--when", "approval,mass-delete"))
                .contains("Snapshots are taken only for these reasons: approval, mass-delete.");
        assertThat(automatic("shop", "--when=quiet")).contains("reasons: quiet.");
        assertThat(automatic("shop", "--mode", "default")).doesNotContain("reasons");
        Ran ran = agent.run("snapshot", "automatic", "--when", "noon");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("--when \"noon\": expected approval, mass-delete or quiet");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        Ran ran = agent.run("snapshot", "automatic", "--keep", "1");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("keep 1: expected a whole number from 2 to 20");
    }

    @Test
    void aDamagedFileIsReported() throws Exception {
        agent.restart(data -> Files.writeString(data.resolve("automatic-snapshots.json"), "{"));
        Ran ran = agent.run("snapshot", "automatic");
        assertThat(ran.out()).startsWith("Automatic snapshots are off.");
        assertThat(ran.err()).contains("automatic-snapshots.json cannot be read");
    }

    @Test
    void keepingAnUnknownSnapshotFails() {
        assertThat(agent.run("snapshot", "keep", "none").err()).contains("\"none\": no snapshot has this id or name");
    }

    private String automatic(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "snapshot";
        all[1] = "automatic";
        System.arraycopy(words, 0, all, 2, words.length);
        Ran ran = agent.run(all);
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran.out();
    }
}
