package dev.belljar.agent.provenance.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.event.FileOp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that versions are kept over restarts and crashes, and that they never need more than their limit.
class FileVersionStoreTest {
    @TempDir
    private Path temp;

    private Path folder() {
        return temp.resolve("versions");
    }

    private FileVersionStore store() {
        return new FileVersionStore(folder());
    }

    private static FileVersion version(String path, long at, String text) {
        PathWrite write = new PathWrite(at, 7, 70, "sh", FileOp.WRITE, null);
        return new FileVersion(path, at, at + 1, List.of(write), true, null, null)
                .with(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts(FileVersionStore.KeptVersions versions) {
        return versions.versions().stream().map(each -> each.text().orElse("-")).toList();
    }

    @Test
    void versionsAreKeptOverRestarts() throws Exception {
        assertThat(store().of("a", 10).versions()).isEmpty();
        store().add(List.of(version("a", 1, "one"), version("b", 2, "other"), FileVersion.lost(3)));
        store().add(List.of(version("a", 4, "two"), version("a", 5, "x").without("it was a binary file")));
        FileVersionStore.KeptVersions versions = store().of("a", 10);
        assertThat(texts(versions)).containsExactly("one", "two", "-");
        assertThat(versions.lost()).containsExactly(3L);
        assertThat(versions.whole()).isTrue();
        assertThat(versions.versions().getFirst().writes().getFirst().comm()).isEqualTo("sh");
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aPathIsNeverTakenForAnother() throws Exception {
        String odd = "a\",\"from\":1,\"to\":2}";
        store().add(List.of(
                version(odd, 1, "odd"), version("a", 2, "a"), version("aa", 3, "aa"), version("ü", 4, "ü")));
        assertThat(texts(store().of("a", 10))).containsExactly("a");
        assertThat(texts(store().of(odd, 10))).containsExactly("odd");
        assertThat(texts(store().of("ü", 10))).containsExactly("ü");
    }

    @Test
    void aTornLineIsSkipped() throws Exception {
        store().add(List.of(version("a", 1, "one")));
        Files.writeString(
                folder().resolve("versions-00000001.jsonl"), "{\"path\":\"a\",\"fr", StandardOpenOption.APPEND);
        store().add(List.of(version("a", 2, "two")));
        assertThat(texts(store().of("a", 10))).containsExactly("one", "two");
    }

    @Test
    void onlyTheNewestVersionsAreReturned() throws Exception {
        FileVersionStore store = store();
        for (int i = 0; i < 20; i++) {
            store.add(List.of(version("a", i, "text " + i)));
        }
        FileVersionStore.KeptVersions versions = store.of("a", 3);
        assertThat(texts(versions)).containsExactly("text 17", "text 18", "text 19");
        assertThat(versions.whole()).isFalse();
    }

    /// A guest writes as many and as large versions as it likes.
    @Test
    void theStoreNeverExceedsItsLimit() throws Exception {
        FileVersionStore store = store();
        Random random = new Random(1);
        byte[] noise = new byte[FileVersion.LARGEST];
        for (int i = 0; i < 80; i++) {
            random.nextBytes(noise);
            FileVersion version = new FileVersion("a" + i, i, i + 1, List.of(), true, null, null).with(noise);
            store.add(List.of(version));
        }
        long bytes;
        try (Stream<Path> files = Files.list(folder())) {
            bytes = files.mapToLong(file -> file.toFile().length()).sum();
        }
        assertThat(bytes).isBetween(40L << 20, 64L << 20);
        assertThat(store.of("a0", 10).versions()).isEmpty();
        assertThat(store.of("a0", 10).whole()).isFalse();
        assertThat(store.of("a79", 10).versions()).hasSize(1);
        for (int i = 0; i < FileVersionStore.FILE_LINES * (FileVersionStore.MOST_FILES + 1); i += 100) {
            store.add(Collections.nCopies(100, version("many", i, "x")));
        }
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files.count()).isLessThanOrEqualTo(FileVersionStore.MOST_FILES);
        }
    }
}
