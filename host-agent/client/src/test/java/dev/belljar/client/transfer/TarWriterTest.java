package dev.belljar.client.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that GNU tar unpacks what is written.
class TarWriterTest {
    @TempDir
    private Path folder;

    @Test
    void tarUnpacksTheFiles() throws Exception {
        String deep = "ä-long/".repeat(30) + "file";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter writer = new TarWriter(out);
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        assertThat(writer.file("plain", 7, 1_700_000_000, false, new ByteArrayInputStream(content)))
                .isTrue();
        assertThat(writer.file(deep, 7, 0, true, new ByteArrayInputStream(content)))
                .isTrue();
        assertThat(writer.file("x".repeat(100), 0, -5, false, new ByteArrayInputStream(new byte[0])))
                .isTrue();
        assertThat(writer.file("shrunk", 1_000, 0, false, new ByteArrayInputStream(content)))
                .isFalse();
        assertThat(writer.file("grown", 3, 0, false, new ByteArrayInputStream(content)))
                .isFalse();
        writer.finish();

        Process tar = new ProcessBuilder("tar", "--extract", "--file=-")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (var in = tar.getOutputStream()) {
            in.write(out.toByteArray());
        }
        assertThat(new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(tar.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(tar.exitValue()).isZero();
        assertThat(folder.resolve("plain")).content().isEqualTo("content");
        assertThat(Files.getLastModifiedTime(folder.resolve("plain")).toMillis())
                .isEqualTo(1_700_000_000_000L);
        assertThat(folder.resolve(deep)).content().isEqualTo("content");
        assertThat(Files.isExecutable(folder.resolve(deep))).isTrue();
        assertThat(folder.resolve("x".repeat(100))).isEmptyFile();
        assertThat(folder.resolve("shrunk")).hasSize(1_000);
        assertThat(folder.resolve("grown")).content().isEqualTo("con");
        TarReader reader = new TarReader(new ByteArrayInputStream(out.toByteArray()));
        assertThat(reader.next()).isEqualTo(new TarEntry("plain", 7, false));
        assertThat(reader.next()).isEqualTo(new TarEntry(deep, 7, false));
    }

    @Test
    void aSizeThatOctalDigitsCannotExpressIsWritten() throws Exception {
        long size = (1L << 33) + 5;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        class Enough extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }
        InputStream none = new InputStream() {
            @Override
            public int read() {
                throw new Enough();
            }

            @Override
            public int read(byte[] into, int from, int most) {
                throw new Enough();
            }
        };
        assertThatThrownBy(() -> new TarWriter(out).file("huge", size, 0, false, none))
                .isInstanceOf(Enough.class);
        assertThat(out.size()).isEqualTo(512);
        assertThat(new TarReader(new ByteArrayInputStream(out.toByteArray())).next())
                .isEqualTo(new TarEntry("huge", size, false));
    }
}
