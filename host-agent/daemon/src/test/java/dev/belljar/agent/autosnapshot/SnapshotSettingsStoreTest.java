package dev.belljar.agent.autosnapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the settings of automatic snapshots are kept, and that none are taken while they cannot be read.
class SnapshotSettingsStoreTest {
    private static final List<SnapshotReason> ALWAYS = AutomaticSnapshotSettings.ALWAYS;
    private static final SetAutomaticSnapshots OFF = new SetAutomaticSnapshots(false, null, null, null, null);

    @TempDir
    private Path data;

    private Path sandbox = Path.of("/");

    @BeforeEach
    void begin() throws Exception {
        sandbox = Files.createDirectories(data.resolve("sandboxes/s1"));
    }

    private SnapshotSettingsStore open() {
        return SnapshotSettingsStore.open(data, Map.of());
    }

    @Test
    void theDefaultsAreOn() {
        assertThat(open().all()).isEqualTo(AutomaticSnapshotSettings.USUAL);
        assertThat(open().of(sandbox)).isEqualTo(AutomaticSnapshotSettings.USUAL);
    }

    @Test
    void aSandboxsOwnSettingsComeFirst() throws Exception {
        open().set(new SetAutomaticSnapshots(null, 30, 5, null, null));
        open().set(sandbox, new SetAutomaticSnapshots(false, null, null, 60, null));
        assertThat(open().of(sandbox)).isEqualTo(new AutomaticSnapshotSettings(false, 30, 5, 60, ALWAYS, true, null));
        assertThat(open().all()).isEqualTo(new AutomaticSnapshotSettings(true, 30, 5, 30, ALWAYS, true, null));
        open().set(sandbox, new SetAutomaticSnapshots(true, null, null, null, null));
        assertThat(open().of(sandbox).quietSeconds()).as("unchanged").isEqualTo(60);
        open().reset(sandbox);
        open().reset();
        assertThat(open().of(sandbox)).isEqualTo(AutomaticSnapshotSettings.USUAL);
    }

    @Test
    void occasionsAreKeptInOneOrder() throws Exception {
        open().set(
                        sandbox,
                        new SetAutomaticSnapshots(
                                null, null, null, null, List.of(SnapshotReason.QUIET, SnapshotReason.APPROVAL)));
        assertThat(open().of(sandbox).reasons()).containsExactly(SnapshotReason.APPROVAL, SnapshotReason.QUIET);
        assertThat(open().all().reasons()).isEqualTo(ALWAYS);
    }

    @Test
    void valuesOutOfRangeChangeNothing() {
        for (SetAutomaticSnapshots wrong : new SetAutomaticSnapshots[] {
            SetAutomaticSnapshots.NOTHING,
            new SetAutomaticSnapshots(null, 0, null, null, null),
            new SetAutomaticSnapshots(null, 1_441, null, null, null),
            new SetAutomaticSnapshots(null, null, 1, null, null),
            new SetAutomaticSnapshots(null, null, 21, null, null),
            new SetAutomaticSnapshots(null, null, null, 4, null),
            new SetAutomaticSnapshots(null, null, null, -1, null),
            new SetAutomaticSnapshots(null, null, null, null, List.of())
        }) {
            assertThatThrownBy(() -> open().set(wrong)).hasMessageContaining("expected");
            assertThatThrownBy(() -> open().set(sandbox, wrong)).hasMessageContaining("expected");
        }
        assertThat(open().of(sandbox)).isEqualTo(AutomaticSnapshotSettings.USUAL);
    }

    @Test
    void nothingIsTakenWhileAFileCannotBeRead() throws Exception {
        Files.writeString(data.resolve("automatic-snapshots.json"), "{\"on\":true,\"keep\":999}");
        assertThat(open().all().on()).isFalse();
        assertThat(open().all().problem()).contains("cannot be read");
        assertThat(open().of(sandbox).on()).isFalse();
        assertThatThrownBy(() -> open().set(OFF)).hasMessageContaining("cannot be read: keep 999");
        open().reset();
        assertThat(data.resolve("automatic-snapshots.json.unreadable")).hasContent("{\"on\":true,\"keep\":999}");
        open().set(OFF);
        assertThat(open().all().problem()).isNull();
        open().set(new SetAutomaticSnapshots(true, null, null, null, null));
        Files.writeString(sandbox.resolve("automatic-snapshots.json"), "x".repeat(5_000));
        assertThat(open().all().on()).isTrue();
        assertThat(open().of(sandbox).on()).isFalse();
    }

    @Test
    void theEnvironmentForbidsThem() throws Exception {
        SnapshotSettingsStore forbidden =
                SnapshotSettingsStore.open(data, Map.of("BELLJAR_AUTOMATIC_SNAPSHOTS", "off"));
        forbidden.set(sandbox, new SetAutomaticSnapshots(true, null, null, null, null));
        assertThat(forbidden.of(sandbox).on()).isFalse();
        assertThat(forbidden.of(sandbox).problem()).contains("BELLJAR_AUTOMATIC_SNAPSHOTS");
    }
}
