package dev.belljar.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how memory and disk space are counted.
class SandboxUseTest {
    @TempDir
    Path folder;

    @Test
    void memoryIsThePssAndNotItsParts() {
        assertThat(SandboxUse.pss(List.of(
                        "55d0-7ffc ---p 00000000 00:00 0 [rollup]",
                        "Rss:              999999 kB",
                        "Pss:                2048 kB",
                        "Pss_Anon:           1024 kB")))
                .isEqualTo(2 << 20);
    }

    @Test
    void holesOfFilesDoNotCount() throws Exception {
        Files.write(folder.resolve("full"), new byte[1 << 20]);
        try (RandomAccessFile sparse =
                new RandomAccessFile(folder.resolve("sparse").toFile(), "rw")) {
            sparse.setLength(1L << 30);
        }
        assertThat(SandboxUse.allocated(folder)).isBetween(1.0 * (1 << 20), 2.0 * (1 << 20));
    }
}
