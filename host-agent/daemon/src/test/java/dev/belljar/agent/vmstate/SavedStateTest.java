package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.SparseFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a saved machine is used only if it is complete and undamaged.
class SavedStateTest {
    private static final long MIB = 1 << 20;

    @TempDir
    private Path folder;

    private Path layer = Path.of("/");

    @BeforeEach
    void aMachine() throws Exception {
        layer = Files.writeString(folder.resolve("layer.qcow2"), "a disk");
        Path ram = folder.resolve("ram");
        Files.createFile(ram);
        SparseFile.setLength(ram, 64 * MIB);
        write(ram, 5 * MIB + 77, "in memory");
        write(ram, 40 * MIB, "further up");
        Files.writeString(folder.resolve("state"), "devices");
    }

    private static void write(Path file, long at, String text) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            open.writeBytes(text);
        }
    }

    private SavedState sealed() throws SavedStateException {
        return SavedState.seal(folder, "plan", 64, layer, 12);
    }

    @Test
    void aSealedStateIsFoundAndValid() throws Exception {
        SavedState sealed = sealed();
        SavedState found = SavedState.open(folder);
        assertThat(found).isEqualTo(sealed);
        assertThat(found.facts().pauseMillis()).isEqualTo(12);
        new ChecksumVerifier().check(found);
        assertThat(found.size()).isLessThan(8 * MIB);
    }

    @Test
    void aFlippedBitInMemoryIsNoticed() throws Exception {
        SavedState sealed = sealed();
        ChecksumVerifier seals = new ChecksumVerifier();
        seals.check(sealed);
        write(folder.resolve("ram"), 40 * MIB, "gurther up");
        refused(seals, sealed, "ram was changed after it was saved");
    }

    @Test
    void aBitInAHoleIsNoticed() throws Exception {
        SavedState sealed = sealed();
        write(folder.resolve("ram"), 60 * MIB, "\u0001");
        refused(new ChecksumVerifier(), sealed, "ram was changed after it was saved");
    }

    @Test
    void aTruncatedFileIsNoticed() throws Exception {
        SavedState sealed = sealed();
        SparseFile.setLength(folder.resolve("ram"), 63 * MIB);
        refused(new ChecksumVerifier(), sealed, "ram was changed after it was saved");
        SparseFile.setLength(folder.resolve("ram"), 64 * MIB);
        new ChecksumVerifier().check(sealed);
        SparseFile.setLength(folder.resolve("state"), 3);
        refused(new ChecksumVerifier(), sealed, "state was changed after it was saved");
    }

    @Test
    void aDiskThatChangedIsNoticedOnceItIsSealed() throws Exception {
        SavedState sleeping = sealed();
        Files.writeString(layer, "a disk that went on");
        new ChecksumVerifier().check(sleeping);
        SavedState sealed = sleeping.withDisk();
        assertThat(SavedState.open(folder)).isEqualTo(sealed);
        new ChecksumVerifier().check(sealed);
        Files.writeString(layer, "a disk that went oN");
        refused(new ChecksumVerifier(), sealed, "layer.qcow2 was changed after it was saved");
        SparseFile.setLength(layer, 3);
        refused(new ChecksumVerifier(), sealed, "layer.qcow2 was changed after it was saved");
    }

    @Test
    void aMissingDiskIsNoticed() throws Exception {
        SavedState sealed = sealed();
        Files.delete(layer);
        refused(new ChecksumVerifier(), sealed, "is missing");
    }

    @Test
    void anIncompleteSaveIsRefused() {
        assertThatThrownBy(() -> SavedState.open(folder))
                .isInstanceOfSatisfying(
                        SavedStateException.class,
                        fault -> assertThat(fault.code()).isEqualTo(SavedStateException.DAMAGED))
                .hasMessageContaining("not saved completely");
    }

    @Test
    void aCopyHasTheSameHolesAndTheSameSum() throws Exception {
        SavedState sealed = sealed();
        Path copy = Files.createFile(folder.resolve("copy"));
        SparseFile.copy(sealed.ram(), copy);
        assertThat(Files.mismatch(sealed.ram(), copy)).isEqualTo(-1);
        assertThat(BlockChecksum.of(copy)).isEqualTo(sealed.facts().ramSum());
        long data = SparseFile.extents(copy).stream()
                .mapToLong(SparseFile.Extent::length)
                .sum();
        assertThat(data).isLessThan(8 * MIB);
    }

    @Test
    void writtenZerosCountLikeAHole() throws Exception {
        SavedState sealed = sealed();
        try (RandomAccessFile open = new RandomAccessFile(sealed.ram().toFile(), "rw")) {
            open.seek(20 * MIB);
            open.write(new byte[3 << 20]);
        }
        assertThatCode(() -> new ChecksumVerifier().check(sealed)).doesNotThrowAnyException();
    }

    private static void refused(ChecksumVerifier seals, SavedState machine, String why) {
        assertThatThrownBy(() -> seals.check(machine))
                .isInstanceOfSatisfying(
                        SavedStateException.class,
                        fault -> assertThat(fault.code()).isEqualTo(SavedStateException.DAMAGED))
                .hasMessageContaining(why);
    }
}
