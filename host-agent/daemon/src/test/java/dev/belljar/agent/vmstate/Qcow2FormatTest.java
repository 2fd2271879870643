package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that QEMU's own tool accepts the written layers.
class Qcow2FormatTest {
    @TempDir
    private Path folder;

    private Path disk(String size) throws Exception {
        Path disk = folder.resolve("disk.qcow2");
        Command.of("qemu-img", "create", "-q", "-f", "qcow2", disk.toString(), size)
                .check();
        return disk;
    }

    @ParameterizedTest
    @ValueSource(strings = {"64K", "1G", "16384M", "4T"})
    void aLayerIsSoundAndAsLargeAsTheOneBelow(String size) throws Exception {
        Path disk = disk(size);
        Path layer = folder.resolve("layer.qcow2");
        Qcow2Format.overlay(layer, disk);
        assertThat(Command.of("qemu-img", "check", "-f", "qcow2", layer.toString())
                        .check()
                        .text())
                .contains("No errors");
        assertThat(Qcow2Format.size(layer)).isEqualTo(Qcow2Format.size(disk));
        assertThat(Qcow2Format.backing(layer)).contains(disk.toAbsolutePath());
        assertThat(Qcow2Format.backing(disk)).isEmpty();
    }

    @Test
    void writesToALayerAreReadBackAndTheBackingIsUnchanged() throws Exception {
        Path disk = disk("64M");
        io(disk, "write -P 17 0 65536", "write -P 18 1M 4096");
        byte[] before = Files.readAllBytes(disk);
        Path layer = folder.resolve("layer.qcow2");
        Qcow2Format.overlay(layer, disk);
        io(layer, "read -P 17 0 65536", "write -P 99 4096 4096", "read -P 99 4096 4096", "read -P 18 1M 4096");
        assertThat(Files.readAllBytes(disk)).isEqualTo(before);
        assertThat(Command.of("qemu-img", "check", "-f", "qcow2", layer.toString())
                        .check()
                        .text())
                .contains("No errors");
    }

    @Test
    void anExistingLayerIsNeverOverwritten() throws Exception {
        Path disk = disk("1M");
        Path layer = folder.resolve("layer.qcow2");
        Files.writeString(layer, "somebody's");
        assertThatThrownBy(() -> Qcow2Format.overlay(layer, disk)).isInstanceOf(IOException.class);
        assertThat(layer).hasContent("somebody's");
    }

    @Test
    void aFileThatIsNoLayerIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "x".repeat(200));
        Path cut = Files.write(folder.resolve("cut"), new byte[10]);
        assertThatThrownBy(() -> Qcow2Format.backing(text)).hasMessageContaining("not a qcow2 layer");
        assertThatThrownBy(() -> Qcow2Format.size(cut)).hasMessageContaining("not a qcow2 layer");
    }

    private static void io(Path disk, String... commands) throws Exception {
        for (String command : commands) {
            String said = Command.of("qemu-io", "-f", "qcow2", "-c", command, disk.toString())
                    .check()
                    .text();
            assertThat(said).doesNotContain("verification failed");
        }
    }
}
