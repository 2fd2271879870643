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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that versions are kept over restarts and crashes, and that they never need more than their limit.
@Tag("slow")
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

    private long bytes() throws Exception {
        try (Stream<Path> files = Files.list(folder())) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static FileVersion noise(Random random, String path, int pid, long at, int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        PathWrite write = new PathWrite(at, pid, pid * 10L, "sh", FileOp.WRITE, null);
        return new FileVersion(path, at, at + 1, List.of(write), true, null, null).with(noise);
    }

    /// A guest writes as many and as large versions as it likes.
    @Test
    void theStoreNeverExceedsItsLimit() throws Exception {
        FileVersionStore store = store();
        Random random = new Random(1);
        for (int i = 0; i < 80; i++) {
            store.add(List.of(noise(random, "a" + i, 7, i, FileVersion.LARGEST)));
            assertThat(bytes()).isLessThan(FileVersionStore.MOST_BYTES + (1 << 20));
        }
        assertThat(bytes()).isGreaterThan(30L << 20);
        int whole = 0;
        for (int i = 0; i < 80; i += 4) {
            FileVersionStore.KeptVersions versions = store.of("a" + i, 10);
            assertThat(versions.whole()).isEqualTo(!versions.versions().isEmpty());
            whole += versions.whole() ? 1 : 0;
        }
        assertThat(whole).isBetween(5, 15);
        for (int i = 0; i < 40_000; i += 100) {
            store.add(Collections.nCopies(100, version("many", i, "x")));
        }
        assertThat(bytes()).isLessThan(FileVersionStore.MOST_BYTES);
        assertThat(store().of("many", 1_000).versions()).hasSizeLessThan(1_000);
    }

    /// The versions of one file are large and many; those of the other ones stay.
    @Test
    void aFileDisplacesOnlyItsOwnVersions() throws Exception {
        FileVersionStore store = store();
        Random random = new Random(2);
        for (int i = 0; i < 30; i++) {
            store.add(List.of(version("honest", i, "line " + i)));
        }
        for (int i = 0; i < 120; i++) {
            store.add(List.of(noise(random, "flood", 7, 100 + i, FileVersion.LARGEST)));
        }
        FileVersionStore.KeptVersions honest = store.of("honest", 100);
        assertThat(honest.versions()).hasSize(30);
        assertThat(honest.whole()).isTrue();
        FileVersionStore.KeptVersions flood = store.of("flood", 100);
        assertThat(flood.whole()).isFalse();
        assertThat(flood.versions().getLast().from()).isEqualTo(219);
    }

    /// One process writes very many files; those of another one stay.
    @Test
    void aProcessDisplacesOnlyItsOwnVersions() throws Exception {
        FileVersionStore store = store();
        Random random = new Random(3);
        for (int i = 0; i < 50; i++) {
            store.add(List.of(noise(random, "honest" + i % 5, 1, i, 20_000)));
        }
        for (int i = 0; i < 8_000; i++) {
            store.add(List.of(noise(random, "flood" + i, 2, 100 + i, 10_000)));
        }
        for (int i = 0; i < 5; i++) {
            FileVersionStore.KeptVersions honest = store.of("honest" + i, 100);
            assertThat(honest.versions()).hasSize(10);
            assertThat(honest.whole()).isTrue();
        }
    }

    /// As many processes write as many files; what was written at other times stays.
    @Test
    void aFloodDisplacesOnlyWhatWasWrittenAtTheTime() throws Exception {
        FileVersionStore store = store();
        Random random = new Random(4);
        long hour = 3_600_000;
        for (int i = 0; i < 50; i++) {
            store.add(List.of(noise(random, "honest", 1, i, 20_000)));
        }
        for (int i = 0; i < 8_000; i++) {
            store.add(List.of(noise(random, "flood" + i, i + 2, hour + i, 10_000)));
        }
        assertThat(store.of("honest", 100).versions()).hasSize(50);
        assertThat(store.of("honest", 100).whole()).isTrue();
        store.add(List.of(noise(random, "honest", 1, 2 * hour, 20_000)));
        assertThat(store().of("honest", 100).versions()).hasSize(51);
    }

    /// A crash while versions are deleted leaves some of them in two files.
    @Test
    void versionsThatAreStoredTwiceCountOnce() throws Exception {
        store().add(List.of(version("a", 1, "one"), version("a", 2, "two")));
        Files.copy(folder().resolve("versions-00000001.jsonl"), folder().resolve("versions-00000002.jsonl"));
        store().add(List.of(version("a", 3, "three")));
        assertThat(texts(store().of("a", 10))).containsExactly("one", "two", "three");
    }

    @Test
    void markersAreKept() throws Exception {
        store().add(List.of(FileVersion.lost(3), FileVersion.dropped(4)));
        assertThat(store().of("a", 10).lost()).containsExactly(3L);
        assertThat(store().of("a", 10).dropped()).containsExactly(4L);
    }
}
