package dev.belljar.agent.autosync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.SettingsException;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the settings of syncs are kept, and that nothing happens by itself unless somebody asked for it.
class SyncSettingsStoreTest {
    private static final Path SHOP = Path.of("/home/mia/shop");
    private static final Path DOCS = Path.of("/home/mia/docs");

    @TempDir
    private Path temp;

    private Path data;
    private Path folder;

    @BeforeEach
    void folders() throws IOException {
        data = Files.createDirectories(temp.resolve("data"));
        folder = Files.createDirectories(temp.resolve("sandbox"));
    }

    @Test
    void aFolderWithoutSettingsIsManual() {
        assertThat(open().of(SHOP, folder)).isEqualTo(SyncSettings.USUAL);
        assertThat(open().of(SHOP)).isEqualTo(new SyncSettings(SyncMode.MANUAL, 30, false, false));
    }

    @Test
    void settingsAreKept() throws Exception {
        open().set(folder, new SetSync(SyncMode.AUTO_IDLE, 60));
        open().set(folder, new SetSync(null, 90));
        assertThat(open().of(SHOP, folder)).isEqualTo(new SyncSettings(SyncMode.AUTO_IDLE, 90, true, false));
        open().reset(folder);
        assertThat(open().of(SHOP, folder)).isEqualTo(SyncSettings.USUAL);
    }

    @Test
    void aProjectsSettingsApplyToItsSandboxesWithoutTheirOwn() throws Exception {
        SyncSettings _ = open().set(SHOP, new SetProjectSync("ignored", SyncMode.AUTO_COMMIT, null, null));
        assertThat(open().of(SHOP, folder)).isEqualTo(new SyncSettings(SyncMode.AUTO_COMMIT, 30, false, false));
        assertThat(open().of(DOCS, folder)).isEqualTo(SyncSettings.USUAL);
        open().set(folder, new SetSync(SyncMode.MANUAL, null));
        assertThat(open().of(SHOP, folder)).isEqualTo(new SyncSettings(SyncMode.MANUAL, 30, true, false));
    }

    @Test
    void onlyTheProjectDecidesAboutApplying() throws Exception {
        SyncSettings _ = open().set(SHOP, new SetProjectSync("", null, null, true));
        SyncSettings _ = open().set(DOCS, new SetProjectSync("", SyncMode.AUTO_IDLE, 5, null));
        assertThat(open().of(SHOP, folder).apply()).isTrue();
        assertThat(open().of(SHOP).own()).isFalse();
        assertThat(open().of(DOCS, folder).apply()).isFalse();
        SyncSettings _ = open().set(SHOP, new SetProjectSync("", null, null, false));
        assertThat(open().of(SHOP, folder).apply()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 86_401, Integer.MAX_VALUE})
    void aTimeThatIsNotPermittedIsRefused(int seconds) {
        assertThatThrownBy(() -> open().set(folder, new SetSync(SyncMode.AUTO_IDLE, seconds)))
                .hasMessageContaining("from 1 to 86400");
        assertThatThrownBy(() -> open().set(SHOP, new SetProjectSync("", null, seconds, null)))
                .hasMessageContaining("from 1 to 86400");
        assertThat(open().of(SHOP, folder)).isEqualTo(SyncSettings.USUAL);
    }

    @Test
    void aRequestToChangeNothingIsRefused() {
        assertThatThrownBy(() -> open().set(folder, new SetSync(null, null))).hasMessageContaining("nothing to change");
        assertThatThrownBy(() -> open().set(SHOP, new SetProjectSync("", null, null, null)))
                .hasMessageContaining("nothing to change");
    }

    @Test
    void settingsThatCannotBeReadFetchAndApplyNothing() throws Exception {
        SyncSettings _ = open().set(SHOP, new SetProjectSync("", SyncMode.AUTO_COMMIT, null, true));
        Files.writeString(folder.resolve("sync.json"), "{\"mode\":\"always\"}");
        assertThat(open().of(SHOP, folder).mode()).isEqualTo(SyncMode.MANUAL);
        Files.delete(folder.resolve("sync.json"));
        Files.writeString(data.resolve("sync.json"), "{");
        assertThat(open().of(SHOP, folder)).isEqualTo(SyncSettings.USUAL);
    }

    @Test
    void aFileThatCannotBeReadIsNeverOverwritten() throws Exception {
        String broken = "{\"projects\":[{\"project\":\"/home/mia/docs\",\"mode\":\"AUTO_IDLE\"},]}";
        Files.writeString(data.resolve("sync.json"), broken);
        Files.writeString(folder.resolve("sync.json"), "{\"idleSeconds\":0}");
        SetProjectSync request = new SetProjectSync("", SyncMode.AUTO_COMMIT, null, null);
        assertThatThrownBy(() -> open().set(SHOP, request)).isInstanceOfSatisfying(SettingsException.class, e -> {
            assertThat(e).hasMessageContaining("sync.json cannot be read").hasMessageContaining("Nothing was");
            assertThat(e.hint()).contains("Correct the file");
        });
        assertThatThrownBy(() -> open().resetProject(SHOP)).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> open().set(folder, new SetSync(SyncMode.AUTO_IDLE, null)))
                .hasMessageContaining("expected a whole number from 1 to 86400");
        assertThat(data.resolve("sync.json")).hasContent(broken);

        open().reset(folder);
        assertThat(folder.resolve("sync.json.unreadable")).hasContent("{\"idleSeconds\":0}");
        open().set(folder, new SetSync(SyncMode.AUTO_IDLE, null));
        assertThat(open().of(SHOP, folder).mode()).isEqualTo(SyncMode.AUTO_IDLE);
        SyncSettingsStore running = open();
        Files.writeString(data.resolve("sync.json"), broken.replace(",]", "]"));
        SyncSettings _ = running.set(SHOP, request);
        assertThat(running.of(DOCS).mode()).as("other projects keep theirs").isEqualTo(SyncMode.AUTO_IDLE);
    }

    @Test
    void aProjectReturnsToTheDefaultAndKeepsWhetherWorkIsApplied() throws Exception {
        SyncSettings _ = open().set(SHOP, new SetProjectSync("", SyncMode.AUTO_IDLE, 5, true));
        SyncSettings _ = open().set(DOCS, new SetProjectSync("", SyncMode.AUTO_COMMIT, null, null));
        assertThat(open().resetProject(SHOP)).isEqualTo(new SyncSettings(SyncMode.MANUAL, 30, false, true));
        assertThat(open().of(SHOP)).isEqualTo(new SyncSettings(SyncMode.MANUAL, 30, false, true));
        assertThat(open().of(DOCS).mode()).isEqualTo(SyncMode.AUTO_COMMIT);
        assertThat(open().resetProject(Path.of("/home/mia/new"))).isEqualTo(SyncSettings.USUAL);
    }

    @Test
    void settingsThatAreChangedAtTheSameTimeAreAllKept() throws Exception {
        SyncSettingsStore store = open();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                Path project = Path.of("/home/mia/p" + i);
                Future<?> _ = threads.submit(
                        () -> store.set(project, new SetProjectSync("", SyncMode.AUTO_COMMIT, null, null)));
                Future<?> _ = threads.submit(() -> {
                    store.set(folder, new SetSync(SyncMode.AUTO_IDLE, null));
                    store.reset(folder);
                    return store.of(project, folder);
                });
            }
        }
        for (int i = 0; i < 20; i++) {
            assertThat(store.of(Path.of("/home/mia/p" + i)).mode()).isEqualTo(SyncMode.AUTO_COMMIT);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void settingsThatCannotBeWrittenAreNotChanged() throws Exception {
        SyncSettingsStore store = open();
        Files.delete(data);
        assertThatThrownBy(() -> store.set(SHOP, new SetProjectSync("", SyncMode.AUTO_COMMIT, null, true)))
                .hasMessageContaining("Nothing was changed");
        assertThat(store.of(SHOP)).isEqualTo(SyncSettings.USUAL);
    }

    private SyncSettingsStore open() {
        return new SyncSettingsStore(data);
    }
}
