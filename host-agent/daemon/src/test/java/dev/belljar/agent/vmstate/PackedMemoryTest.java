package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.SparseFile;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that packed memory is restored exactly or refused.
class PackedMemoryTest {
    private static final int MIB = 1 << 20;
    private static final long SIZE = 64L * MIB;

    @TempDir
    private Path folder;

    private Path ram = Path.of("/");
    private Path packed = Path.of("/");
    private Path again = Path.of("/");

    /// Makes a memory that is empty but for three ranges of data, one of them full of zeros.
    @BeforeEach
    void fill() throws IOException {
        ram = Files.createFile(folder.resolve("ram"));
        packed = folder.resolve("ram.zst");
        again = folder.resolve("again");
        SparseFile.setLength(ram, SIZE);
        byte[] noise = new byte[MIB + 4096];
        new Random(7).nextBytes(noise);
        write(ram, 4096, noise);
        write(ram, 20L * MIB, new byte[3 * MIB]);
        write(ram, SIZE - 4096, "the end".repeat(100).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void unpackedMemoryIsUnchanged() throws Exception {
        PackedMemory.pack(ram, packed);
        PackedMemory.unpack(packed, again, SIZE);
        assertThat(again).hasSameBinaryContentAs(ram);
        assertThat(BlockChecksum.of(again)).isEqualTo(BlockChecksum.of(ram));
    }

    @Test
    void emptyMemoryTakesNoSpace() throws Exception {
        assumeTrue(data(ram) < 8L * MIB, "this file system does not tell its holes");
        PackedMemory.pack(ram, packed);
        assertThat(Files.size(packed)).isLessThan(2L * MIB);
        PackedMemory.unpack(packed, again, SIZE);
        assertThat(data(again)).isLessThan(3L * MIB);
    }

    private static long data(Path file) throws Exception {
        return SparseFile.extents(file).stream()
                .mapToLong(SparseFile.Extent::length)
                .sum();
    }

    @Test
    void aTruncatedFileIsRefused() throws Exception {
        PackedMemory.pack(ram, packed);
        SparseFile.setLength(packed, Files.size(packed) - 5);
        refused(SIZE);
    }

    @Test
    void aFlippedBitIsRefused() throws Exception {
        PackedMemory.pack(ram, packed);
        byte[] bytes = Files.readAllBytes(packed);
        bytes[bytes.length / 2] ^= 1;
        Files.write(packed, bytes);
        refused(SIZE);
    }

    @Test
    void moreMemoryThanTheMachineHasIsRefused() throws Exception {
        PackedMemory.pack(ram, packed);
        refused(SIZE - 1);
    }

    @Test
    void aFileOfAnotherFormatIsRefused() throws Exception {
        Files.writeString(packed, "not memory");
        refused(SIZE);
    }

    private void refused(long most) {
        assertThatThrownBy(() -> PackedMemory.unpack(packed, again, most)).isInstanceOf(StreamCorruptedException.class);
        assertThat(again).doesNotExist();
    }

    private static void write(Path file, long at, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer, at + buffer.position());
            }
        }
    }
}
