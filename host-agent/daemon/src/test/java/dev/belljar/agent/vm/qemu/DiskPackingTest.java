package dev.belljar.agent.vm.qemu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vmstate.Qcow2Format;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a packed disk has the same content and backing layer, and is smaller.
class DiskPackingTest {
    @TempDir
    private Path folder;

    private final ConfinementLauncher launcher = ConfinementLauncher.here();
    private Path layer = Path.of("/");
    private Path disk = Path.of("/");
    private Path qemuImg = Path.of("/");

    @BeforeEach
    void makeDisk() throws Exception {
        qemuImg = QemuBinary.onPath().image();
        Path raw = folder.resolve("raw");
        Files.writeString(raw, "what a layer holds\n".repeat(100_000));
        layer = folder.resolve("layer.qcow2");
        img("convert", "-O", "qcow2", raw.toString(), layer.toString());
        disk = folder.resolve("disk.qcow2");
        Qcow2Format.overlay(disk, layer);
        Command.of("qemu-io", "-c", "write -P 65 65536 1048576", disk.toString())
                .check();
    }

    @Test
    void aPackedDiskIsSmallerWithTheSameContentAndLayer() throws Exception {
        Path before = folder.resolve("before.raw");
        img("convert", "-O", "raw", disk.toString(), before.toString());
        long size = Files.size(disk);
        packing(qemuImg).run();
        Path after = folder.resolve("after.raw");
        img("convert", "-O", "raw", disk.toString(), after.toString());
        assertThat(after).hasSameBinaryContentAs(before);
        assertThat(Files.size(disk)).isLessThan(size / 2);
        assertThat(Qcow2Format.backing(disk)).contains(layer);
        assertThat(disk.resolveSibling("disk.packed")).doesNotExist();
    }

    @Test
    void aDiskThatCannotBePackedStaysAsItIs() throws Exception {
        byte[] before = Files.readAllBytes(disk);
        assertThatThrownBy(() -> packing(Path.of("/bin/false")).run()).isInstanceOf(VmException.class);
        assertThat(disk).hasBinaryContent(before);
    }

    @Test
    void theFileOfAnInterruptedPackingIsReplaced() throws Exception {
        Files.writeString(disk.resolveSibling("disk.packed"), "half of it");
        packing(qemuImg).run();
        assertThat(disk.resolveSibling("disk.packed")).doesNotExist();
        assertThat(Qcow2Format.backing(disk)).contains(layer);
    }

    /// Otherwise a guest's disk could exploit a bug in `qemu-img` to read all files of the user.
    @Test
    void anEscapedToolSeesOnlyTheDisk() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "of another sandbox");
        byte[] before = Files.readAllBytes(disk);
        Path escaped = folder.resolve("qemu-img");
        Files.writeString(escaped, "#!/bin/sh\nfor last; do :; done\ncat '" + secret + "' > \"$last\"\n");
        Files.setPosixFilePermissions(escaped, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> packing(escaped).run())
                .isInstanceOf(VmException.class)
                .hasMessageContaining(secret + ": No such file or directory");
        assertThat(disk).hasBinaryContent(before);
    }

    @Test
    void aDiskWithALayerElsewhereIsNotPacked() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        assertThatThrownBy(() -> new DiskPacking(disk, qemuImg, DiskReserve.NONE, launcher, elsewhere).run())
                .isInstanceOf(VmException.class)
                .hasMessageContaining("not a regular file in " + elsewhere);
    }

    private DiskPacking packing(Path tool) {
        return new DiskPacking(disk, tool, DiskReserve.NONE, launcher, folder);
    }

    private void img(String... words) throws Exception {
        String[] argv = new String[words.length + 1];
        argv[0] = qemuImg.toString();
        System.arraycopy(words, 0, argv, 1, words.length);
        Command.of(argv).check();
    }
}
