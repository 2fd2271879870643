package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a machine's files are private, new where required, and never overwritten otherwise.
class MachineFilesTest {
    private static final MachineLimits SMALL = new MachineLimits(256, 1, 1024);

    @TempDir
    Path folder = Path.of("");

    private MachineFiles files = new MachineFiles(Path.of(""), Path.of(""));

    @BeforeEach
    void name() {
        files = new MachineFiles(folder.resolve("disk"), folder.resolve("run"));
    }

    @Test
    void aDiskIsMadeOnceAndNeverAgain() throws Exception {
        Path tool = tool("#!/bin/sh\nprintf \"made $5 $6\" > \"$5\"\n");
        files.prepare(SMALL, tool, DiskReserve.NONE);
        assertThat(files.overlay()).content().contains("1024M");
        Files.writeString(files.overlay(), "somebody's work");
        files.prepare(new MachineLimits(256, 1, 4096), tool, DiskReserve.NONE);
        assertThat(files.overlay()).hasContent("somebody's work");
    }

    @Test
    void allFilesArePrivate() throws Exception {
        files.prepare(SMALL, tool("#!/bin/sh\nexit 0\n"), DiskReserve.NONE);
        files.refresh(300);
        assertThat(mode(files.disk())).isEqualTo("rwx------");
        assertThat(mode(files.sockets())).isEqualTo("rwx------");
        assertThat(mode(files.ram())).isEqualTo("rw-------");
        assertThat(mode(files.overlay())).isEqualTo("rw-------");
        assertThat(Files.size(files.ram())).isEqualTo(300L << 20);
    }

    /// QEMU reopens the layer by that name when the next layer is the disk.
    @Test
    void theLiveNameStaysWithTheLayerAfterStacking() throws Exception {
        files.prepare(SMALL, QemuBinary.onPath().image(), DiskReserve.NONE);
        files.refresh(300);
        assertThat(Files.isSameFile(files.live(), files.overlay())).isTrue();
        Path layer = folder.resolve("layers/one.qcow2");
        new NextLayer(files).stack(layer);
        Files.move(new NextLayer(files).path(), files.overlay(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(Files.isSameFile(files.live(), layer)).isTrue();
        assertThat(Qcow2Format.backing(files.overlay())).hasValue(layer.toAbsolutePath());
        files.clearBoot();
        assertThat(files.disk()).isDirectoryNotContaining("glob:**/live*");
        assertThat(files.overlay()).exists();
        assertThat(layer).exists();
    }

    @Test
    void aDiskThatCouldNotBeMadeLeavesNoDisk() throws Exception {
        Path tool = tool("#!/bin/sh\necho half > \"$5\"; echo no space >&2; exit 1\n");
        assertThatThrownBy(() -> files.prepare(SMALL, tool, DiskReserve.NONE))
                .isInstanceOf(VmException.class)
                .hasMessageContaining("no space");
        assertThat(files.overlay()).doesNotExist();
    }

    @Test
    void aSocketPathThatTheKernelWouldCutIsRefused() {
        MachineFiles deep = new MachineFiles(folder.resolve("disk"), folder.resolve("r".repeat(110)));
        assertThatThrownBy(() -> deep.prepare(SMALL, Path.of("/bin/true"), DiskReserve.NONE))
                .isInstanceOfSatisfying(
                        VmException.class, fault -> assertThat(fault.hint()).contains("XDG_RUNTIME_DIR"))
                .hasMessageContaining("107");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(folder.resolve("disk"), "a file where a folder should be");
        assertThatThrownBy(() -> files.prepare(SMALL, Path.of("/bin/true"), DiskReserve.NONE))
                .isInstanceOf(VmException.class)
                .hasMessageContaining(files.disk().toString());
    }

    @Test
    void onlyTheQemuOfThisMachineCountsAsRunning() throws Exception {
        files.prepare(SMALL, tool("#!/bin/sh\nexit 0\n"), DiskReserve.NONE);
        assertThat(new MachineProcess(files, "one").running()).isEmpty();
        Files.writeString(files.pid(), ProcessHandle.current().pid() + "\n");
        assertThat(new MachineProcess(files, "one").running()).isEmpty();
        Files.writeString(files.pid(), "not a number");
        assertThat(new MachineProcess(files, "one").running()).isEmpty();
        try (FileChannel sparse = FileChannel.open(files.pid(), StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.allocate(1), 3L << 30);
        }
        assertThat(new MachineProcess(files, "one").running()).isEmpty();
    }

    @Test
    void lastWordsAreTheLastLinesWithoutControlCharacters() throws Exception {
        files.prepare(SMALL, tool("#!/bin/sh\nexit 0\n"), DiskReserve.NONE);
        Files.writeString(files.qemuLog().file(), "one\ntwo\n\nthree\u001b[31m\nfour\n");
        assertThat(files.lastWords()).isEqualTo("two; three; four");
    }

    /// The log of a machine whose host agent did not limit it.
    @Test
    void onlyTheEndOfALargeLogIsRead() throws Exception {
        files.prepare(SMALL, tool("#!/bin/sh\nexit 0\n"), DiskReserve.NONE);
        Path log = files.qemuLog().file();
        Files.writeString(log, "the first line\n");
        SparseFile.setLength(log, 3L << 30);
        Files.writeString(log, "\none\ntwo\nthree\nfour\n", StandardOpenOption.APPEND);
        assertThat(files.lastWords()).isEqualTo("two; three; four");
    }

    private Path tool(String script) throws IOException {
        Path tool = folder.resolve("qemu-img");
        Files.writeString(tool, script);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
        return tool;
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
