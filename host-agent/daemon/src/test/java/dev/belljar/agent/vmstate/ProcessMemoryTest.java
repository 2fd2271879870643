package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests reading memory with the test's own process as the machine: it has a private mapping of a file too.
class ProcessMemoryTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 1024;

    @TempDir
    private Path folder;

    @Test
    void onlyWrittenPagesAreFound() throws Exception {
        byte[] base = new byte[PAGES * PAGE];
        new Random(7).nextBytes(base);
        Path file = Files.write(folder.resolve("ram"), base);
        Path image = Files.write(folder.resolve("image"), base);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.PRIVATE, 0, base.length);
            int sum = 0;
            for (int at = 0; at < base.length; at += PAGE) {
                sum += memory.get(at);
            }
            for (int page : new int[] {3, 4, 100, PAGES - 1}) {
                memory.put(page * PAGE + 11, (byte) (base[page * PAGE + 11] + 1));
            }
            ProcessMemory own = ProcessMemory.of(ProcessHandle.current().pid(), file);
            assertThat(own.runs(own.own()))
                    .extracting(ProcessMemory.Run::offset, ProcessMemory.Run::length)
                    .containsExactly(
                            tuple(3L * PAGE, 2L * PAGE),
                            tuple(100L * PAGE, (long) PAGE),
                            tuple((PAGES - 1L) * PAGE, (long) PAGE));
            try (MemoryCopy copy = MemoryCopy.open(own, image)) {
                assertThat(copy.pass()).isEqualTo(4L * PAGE);
            }
            assertThat(Files.readAllBytes(image)).isEqualTo(content(memory)).isNotEqualTo(base);
            assertThat(Files.readAllBytes(file)).isEqualTo(base);
            assertThat(sum).isNotZero();
        }
    }

    @Test
    void aFurtherPassWritesOnlyChangedPages() throws Exception {
        byte[] base = new byte[PAGES * PAGE];
        Path file = Files.write(folder.resolve("ram"), base);
        Path image = Files.write(folder.resolve("image"), base);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.PRIVATE, 0, base.length);
            byte[] noise = new byte[base.length / 2];
            new Random(11).nextBytes(noise);
            memory.put(0, noise);
            try (MemoryCopy copy =
                    MemoryCopy.open(ProcessMemory.of(ProcessHandle.current().pid(), file), image)) {
                assertThat(copy.pass()).isEqualTo(noise.length);
                assertThat(copy.pass()).isZero();
                memory.put(5 * PAGE, (byte) (noise[5 * PAGE] + 1)).put(7 * PAGE - 1, (byte) (noise[7 * PAGE - 1] + 1));
                memory.put(300 * PAGE + 9, (byte) (noise[300 * PAGE + 9] + 1)).put(base.length - 1, (byte) 1);
                assertThat(copy.pass()).isEqualTo(4L * PAGE);
                assertThat(Files.readAllBytes(image)).isEqualTo(content(memory));
            }
        }
    }

    private static byte[] content(MappedByteBuffer memory) {
        byte[] content = new byte[memory.capacity()];
        memory.get(0, content);
        return content;
    }

    @Test
    void aProcessWithoutThatMemoryIsRefused() {
        long self = ProcessHandle.current().pid();
        assertThatThrownBy(() -> ProcessMemory.of(self, folder.resolve("other")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has not mapped");
        assertThat(ProcessHandle.of(4_000_000_007L)).isEmpty();
        assertThatThrownBy(() -> ProcessMemory.of(4_000_000_007L, folder)).isInstanceOf(IOException.class);
    }

    @Test
    void aFailedCopyHasAReason() throws Exception {
        byte[] base = new byte[PAGES * PAGE];
        Path file = Files.write(folder.resolve("ram"), base);
        Path image = Files.write(folder.resolve("image"), new byte[PAGE]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.PRIVATE, 0, base.length);
            memory.put(base.length / 2, new byte[] {1, 2, 3});
            try (MemoryCopy copy =
                    MemoryCopy.open(ProcessMemory.of(ProcessHandle.current().pid(), file), image)) {
                assertThatThrownBy(copy::pass)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("the file has only 4,096 bytes");
            }
            assertThat(memory.get(base.length / 2)).isEqualTo((byte) 1);
        }
    }

    /// Reading a mapped page beyond the end of the file fails like one on a broken disk.
    @Test
    void anUnreadableImageFailsOnlyTheCopy() throws Exception {
        Path file = Files.write(folder.resolve("ram"), new byte[PAGES * PAGE]);
        Path image = Files.write(folder.resolve("image"), new byte[PAGES * PAGE]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer memory = channel.map(FileChannel.MapMode.PRIVATE, 0, PAGES * PAGE);
            memory.put(0, new byte[] {1, 2, 3});
            try (MemoryCopy copy =
                    MemoryCopy.open(ProcessMemory.of(ProcessHandle.current().pid(), file), image)) {
                Files.write(image, new byte[0]);
                assertThatThrownBy(copy::pass).isInstanceOf(IOException.class).hasMessageContaining("fault");
            }
        }
    }
}
