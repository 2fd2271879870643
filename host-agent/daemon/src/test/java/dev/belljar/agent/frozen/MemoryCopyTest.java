package dev.belljar.agent.frozen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory of this very process, which holds it as a machine does: a private view of a file.
class MemoryCopyTest {
    private static final int PAGE = 4096;
    private static final long SIZE = 24L << 20;

    @TempDir
    private Path folder;

    private MemorySegment memory(Path ram, Arena arena) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(ram.toFile(), "rw")) {
            file.setLength(SIZE);
            file.seek(5L << 20);
            file.write(new byte[] {7, 7, 7});
            return file.getChannel().map(FileChannel.MapMode.PRIVATE, 0, SIZE, arena);
        }
    }

    private static byte[] content(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void thePassesMakeTheImageWhatTheMemoryIsAndWriteOnlyWhatChanged() throws Exception {
        Path ram = folder.resolve("ram");
        Path image = folder.resolve("image");
        Random random = new Random(3);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = memory(ram, arena);
            Files.copy(ram, image);
            byte[] noise = new byte[9 << 20];
            random.nextBytes(noise);
            MemorySegment.copy(noise, 0, memory, ValueLayout.JAVA_BYTE, 3L << 20, noise.length);
            try (MemoryCopy copy =
                    MemoryCopy.open(ProcessMemory.of(ProcessHandle.current().pid(), ram), image)) {
                assertThat(copy.pass()).isEqualTo(noise.length);
                assertThat(Files.readAllBytes(image)).isEqualTo(content(memory));
                for (int i = 0; i < 200; i++) {
                    memory.set(ValueLayout.JAVA_BYTE, random.nextLong(SIZE), (byte) i);
                }
                memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                memory.set(ValueLayout.JAVA_BYTE, SIZE - 1, (byte) 1);
                assertThat(copy.pass()).isBetween(2L * PAGE, 202L * PAGE);
                assertThat(Files.readAllBytes(image)).isEqualTo(content(memory));
                assertThat(copy.pass()).isZero();
            }
        }
    }

    @Test
    void anImageThatCannotBeWrittenIsToldByItsFault() throws Exception {
        Path ram = folder.resolve("ram");
        Path image = folder.resolve("image");
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = memory(ram, arena);
            // Shorter than the memory: what lies behind its end cannot be compared with it.
            Files.write(image, new byte[1 << 20]);
            memory.asSlice(4L << 20, 8L << 20).fill((byte) 5);
            try (MemoryCopy copy =
                    MemoryCopy.open(ProcessMemory.of(ProcessHandle.current().pid(), ram), image)) {
                assertThatThrownBy(copy::pass).isInstanceOf(IOException.class).hasMessageNotContaining("Exception");
            }
        }
    }
}
