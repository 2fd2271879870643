package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReserveTest {
    @TempDir
    private Path folder;

    @Test
    void theReserveIsTwoGibibytesOrATwentiethOfASmallDisk() {
        assertThat(DiskReserve.usual(1L << 40)).isEqualTo(2L << 30);
        assertThat(DiskReserve.usual(20L << 30)).isEqualTo(1L << 30);
    }

    @Test
    void aWriteIntoTheReserveIsRefusedWithFigures() throws Exception {
        Path later = folder.resolve("a/b/c");
        DiskReserve.NONE.require(later, 1 << 20, "this");
        long free = Files.getFileStore(folder).getUsableSpace();
        DiskReserve most = DiskReserve.of(free - (256L << 20));
        most.require(later, 1 << 20, "this");
        assertThatThrownBy(() -> most.require(later, 1L << 30, "saving it"))
                .isInstanceOf(DiskReserve.ReachedException.class)
                .hasMessageContaining("saving it needs up to 1,024 MiB")
                .hasMessageContaining("host disk reserve");
        assertThat(DiskReserve.of(Long.MAX_VALUE / 2).room(folder)).isNegative();
        assertThat(DiskReserve.of(10).half().bytes(folder)).isEqualTo(5);
    }

    @Test
    void theSpaceOfASparseFileIsWhatItAllocates() throws Exception {
        Path file = folder.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 30);
            sparse.seek(512L << 20);
            sparse.write(new byte[1 << 20]);
            sparse.getFD().sync();
        }
        assertThat(SparseFile.allocated(file)).isBetween(1L << 20, 2L << 20);
        assertThat(SparseFile.allocated(folder.resolve("nothing"))).isZero();
    }
}
