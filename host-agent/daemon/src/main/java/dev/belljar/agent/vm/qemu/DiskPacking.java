package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineConfinement;
import dev.belljar.agent.vmstate.Qcow2Format;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compresses the disk of a stopped machine. It remains a layer over the same backing layer.
///
/// The compressed disk is written to another file, compared with the disk byte for byte, flushed, and only then
/// renamed. A guest wrote the data that is read here, so `qemu-img` runs confined to these files, whose layers
/// are in `layers`.
record DiskPacking(Path disk, Path qemuImg, DiskReserve reserve, ConfinementLauncher launcher, Path layers) {
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final String PACKED = "disk.packed";
    private static final String OWNER = "unix:uid";
    private static final FileAttribute<Set<PosixFilePermission>> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /// @throws VmException when it cannot be written, or differs from the disk; the disk is unchanged then
    void run() throws VmException, InterruptedException {
        Path packed = disk.resolveSibling(PACKED);
        try {
            Files.deleteIfExists(packed);
            reserve.require(disk, SparseFile.allocated(disk), "compressing the disk");
            Files.createFile(packed, OWN);
            confined(convert(packed), packed);
            confined(
                    List.of(
                            qemuImg.toString(),
                            "compare",
                            "-q",
                            "-f",
                            "qcow2",
                            "-F",
                            "qcow2",
                            disk.toString(),
                            packed.toString()),
                    null);
            Files.setAttribute(packed, OWNER, Files.getAttribute(disk, OWNER, LinkOption.NOFOLLOW_LINKS));
            Files.setPosixFilePermissions(packed, PosixFilePermissions.fromString("rw-------"));
            try (FileChannel channel = FileChannel.open(packed, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(packed, disk, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | CommandException e) {
            throw new VmException(
                    VmException.DISK_FULL,
                    "%s: the disk could not be compressed: %s".formatted(disk, e.getMessage()),
                    "The disk was not changed. Compression needs free space for a compressed copy of the disk.",
                    e);
        } finally {
            delete(packed);
        }
    }

    /// Runs a command confined to reading the disk and its layers and writing this file; with null the packed
    /// file is only read.
    private void confined(List<String> words, @Nullable Path written)
            throws IOException, CommandException, InterruptedException {
        List<Path> read = new ArrayList<>(MachineConfinement.below(disk, layers));
        if (written == null) {
            read.add(disk.resolveSibling(PACKED));
        }
        Confinement confinement = MachineConfinement.ofTool(qemuImg, disk, read, written, launcher.layers());
        Command.Output _ = Command.of(launcher.words(confinement, words))
                .cleanEnvironment()
                .in(Path.of("/"))
                .timeout(PATIENCE)
                .check();
    }

    private List<String> convert(Path packed) throws IOException {
        List<String> words =
                new ArrayList<>(List.of(qemuImg.toString(), "convert", "-q", "-c", "-f", "qcow2", "-O", "qcow2"));
        Optional<Path> below = Qcow2Format.backing(disk);
        below.ifPresent(layer -> words.addAll(List.of("-B", layer.toString(), "-F", "qcow2")));
        words.addAll(List.of(disk.toString(), packed.toString()));
        return words;
    }

    private static void delete(Path packed) throws VmException {
        try {
            Files.deleteIfExists(packed);
        } catch (IOException e) {
            throw new VmException(VmException.NOT_STARTED, packed + ": cannot be deleted: " + e.getMessage(), null, e);
        }
    }
}
