package dev.belljar.agent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the catalog follows `sandbox.json`, whatever happened to its table.
class SandboxCatalogTest {
    @TempDir
    private Path data;

    private SandboxCatalog catalog;

    @BeforeEach
    void open() throws Exception {
        catalog = SandboxCatalog.open(data);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void recordsAreFoundByIdAndByNameOldestFirst() throws Exception {
        catalog.keep(record("b", "shop", 20, SandboxState.CREATED));
        catalog.keep(record("a", "site", 30, SandboxState.CREATED));
        catalog.keep(record("c", "a", 10, SandboxState.CREATED));
        assertThat(catalog.all().stream().map(SandboxRecord::id)).containsExactly("c", "b", "a");
        assertThat(catalog.find("shop").orElseThrow().id()).isEqualTo("b");
        assertThat(catalog.find("a").orElseThrow().id()).isEqualTo("a");
        assertThat(catalog.find("nobody")).isEmpty();
    }

    @Test
    void aChangedRecordIsOnDiskAndInTheAnswer() throws Exception {
        catalog.keep(record("a", "shop", 1, SandboxState.CREATED));
        SandboxRecord running = record("a", "shop", 1, SandboxState.RUNNING);
        catalog.keep(running);
        assertThat(catalog.find("a")).hasValue(running);
        assertThat(Files.readString(file("a"))).contains("\"running\"");
        reopen();
        assertThat(catalog.all()).containsExactly(running);
    }

    @Test
    void aForgottenRecordStaysForgotten() throws Exception {
        catalog.keep(record("a", "shop", 1, SandboxState.STOPPED));
        catalog.forget("a");
        catalog.forget("a");
        assertThat(catalog.all()).isEmpty();
        assertThat(file("a").getParent()).exists();
        reopen();
        assertThat(catalog.all()).isEmpty();
    }

    @Test
    void aFolderWhoseFirstRecordWasNotWrittenIsDeleted() throws Exception {
        Path half = Files.createDirectories(data.resolve("sandboxes/half"));
        Files.writeString(half.resolve(".sandbox.json123.new"), "{\"id\":");
        Files.writeString(half.resolve("policy.toml"), "");
        Files.writeString(Files.createDirectories(half.resolve("inspection")).resolve("inspection.json"), "{}");
        Path other = Files.createDirectories(data.resolve("sandboxes/other"));
        Files.writeString(other.resolve("policy.toml"), "");
        Files.createDirectories(other.resolve("disk"));
        catalog.keep(record("a", "shop", 1, SandboxState.STOPPED));
        reopen();
        assertThat(half).doesNotExist();
        assertThat(other.resolve("disk")).exists();
        assertThat(catalog.damaged()).extracting(DamagedSandbox::id).containsExactly("other");
        assertThat(catalog.find("a")).isPresent();
    }

    @Test
    void theFilesTakePrecedenceOverTheTable() throws Exception {
        catalog.keep(record("a", "shop", 1, SandboxState.CREATED));
        catalog.keep(record("b", "site", 2, SandboxState.CREATED));
        catalog.close();
        String text = Files.readString(file("a"));
        Files.writeString(
                file("a"),
                text.replace("\"created\" : 1", "\"created\" : 9").replace("\"since\" : 1", "\"since\" : 9"));
        Files.delete(file("b"));
        catalog = SandboxCatalog.open(data);
        assertThat(catalog.all()).containsExactly(record("a", "shop", 9, SandboxState.CREATED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "null", "{\"id\":\"other\"}", "\0\0\0\0"})
    void anUnreadableRecordIsLeftAloneAndOthersAreRead(String damaged) throws Exception {
        SandboxRecord fine = record("fine", "site", 2, SandboxState.CREATED);
        catalog.keep(record("broken", "shop", 1, SandboxState.CREATED));
        catalog.keep(fine);
        Files.writeString(file("broken"), damaged);
        catalog.rebuild();
        assertThat(catalog.all()).containsExactly(fine);
        reopen();
        assertThat(catalog.all()).containsExactly(fine);
        assertThat(file("broken")).hasContent(damaged);
        reopen();
        assertThat(catalog.damaged()).singleElement().satisfies(sandbox -> {
            assertThat(sandbox.id()).isEqualTo("broken");
            assertThat(sandbox.name())
                    .as("from the table, also at the next start")
                    .isEqualTo("shop");
            assertThat(sandbox.sentence()).contains("shop", file("broken").toString());
        });
        catalog.keep(record("broken", "shop", 1, SandboxState.CREATED));
        reopen();
        assertThat(catalog.damaged()).isEmpty();
        assertThat(catalog.all()).hasSize(2);
    }

    @Test
    void theNameOfADamagedSandboxIsReadFromItsTextIfTheTableIsGone() throws Exception {
        catalog.keep(record("broken", "shop", 1, SandboxState.CREATED));
        String text = Files.readString(file("broken"));
        Files.writeString(file("broken"), text.substring(0, text.length() / 2));
        catalog.close();
        Files.delete(data.resolve("catalog.db"));
        catalog = SandboxCatalog.open(data);
        assertThat(catalog.damaged())
                .singleElement()
                .satisfies(sandbox -> assertThat(sandbox.name()).isEqualTo("shop"));
    }

    @Test
    void anUnreadableRecordIsDamagedToo() throws Exception {
        Files.createDirectories(file("a"));
        reopen();
        assertThat(catalog.damaged()).singleElement().satisfies(sandbox -> {
            assertThat(sandbox.name()).isNull();
            assertThat(sandbox.reason()).isEqualTo("it is a folder, not a file");
        });
    }

    @Test
    void aSandboxWhoseRecordIsMissingIsDamagedToo() throws Exception {
        catalog.keep(record("a", "shop", 1, SandboxState.CREATED));
        Files.createDirectories(data.resolve("sandboxes/a/disk"));
        Files.delete(file("a"));
        reopen();
        assertThat(catalog.all()).isEmpty();
        assertThat(catalog.damaged()).singleElement().satisfies(sandbox -> {
            assertThat(sandbox.name()).as("from the table").isEqualTo("shop");
            assertThat(sandbox.sentence()).contains(file("a").toString(), "no such file or folder");
        });
        assertThat(data.resolve("sandboxes/a/disk")).exists();
    }

    @Test
    void aMachineOfTheWarmPoolHasNoRecordYet() throws Exception {
        Path pooled = Files.createDirectories(data.resolve("sandboxes/pooled1/disk"));
        Files.writeString(pooled.resolveSibling("pooled"), "");
        reopen();
        assertThat(catalog.damaged()).isEmpty();
    }

    @Test
    void aFileThatIsNoDatabaseIsReplaced() throws Exception {
        catalog.keep(record("a", "shop", 1, SandboxState.CREATED));
        catalog.close();
        Files.writeString(data.resolve("catalog.db"), "no database ".repeat(400));
        Files.deleteIfExists(data.resolve("catalog.db-wal"));
        catalog = SandboxCatalog.open(data);
        assertThat(catalog.all()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "../x", "a/b", ".hidden", "a\0b"})
    void anIdThatIsNoFolderNameIsRefused(String id) {
        assertThatThrownBy(() -> catalog.keep(record(id, "shop", 1, SandboxState.CREATED)))
                .isInstanceOf(CatalogException.class);
        assertThatThrownBy(() -> catalog.forget(id)).isInstanceOf(CatalogException.class);
    }

    @Test
    void aFolderInPlaceOfTheRecordFileIsRefused() throws Exception {
        Files.createDirectories(file("a"));
        Files.createFile(file("a").resolve("something"));
        assertThatThrownBy(() -> catalog.keep(record("a", "shop", 1, SandboxState.CREATED)))
                .isInstanceOfSatisfying(
                        CatalogException.class, e -> assertThat(e.code()).isEqualTo(CatalogException.UNWRITABLE));
        assertThat(catalog.all()).isEmpty();
    }

    private void reopen() throws Exception {
        catalog.close();
        catalog = SandboxCatalog.open(data);
    }

    private Path file(String id) {
        return data.resolve("sandboxes").resolve(id).resolve("sandbox.json");
    }

    private static SandboxRecord record(String id, String name, long created, SandboxState state) {
        SandboxSpec spec = new SandboxSpec(name, "/home/me/" + name, "microvm", new MachineLimits(512, 1, 2048), false);
        return SandboxRecord.asked(id, spec, created)
                .withCapture("main", "abc", "def")
                .withProcess(new RecordedProcess(42, 4_200, "boot"))
                .withState(state, created, null);
    }
}
