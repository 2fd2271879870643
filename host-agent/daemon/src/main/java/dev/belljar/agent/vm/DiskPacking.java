package dev.belljar.agent.vm;

import dev.belljar.agent.frozen.Qcow2;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.SparseFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Compresses the disk of a machine that does not run. It stays a layer over what it lay on.
///
/// The compressed disk is written aside, compared with the disk octet for octet, flushed, and only then
/// takes its name.
record DiskPacking(Path disk, Path qemuImg, DiskReserve reserve) {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /// @throws VmException when it cannot be written, or is not what the disk is; the disk is as it was then
    void run() throws VmException, InterruptedException {
        Path packed = disk.resolveSibling("disk.packed");
        try {
            Files.deleteIfExists(packed);
            reserve.require(disk, SparseFile.allocated(disk), "packing the disk");
            Command.of(convert(packed)).timeout(PATIENCE).check();
            Command.of(
                            qemuImg.toString(),
                            "compare",
                            "-q",
                            "-f",
                            "qcow2",
                            "-F",
                            "qcow2",
                            disk.toString(),
                            packed.toString())
                    .timeout(PATIENCE)
                    .check();
            Files.setPosixFilePermissions(packed, PosixFilePermissions.fromString("rw-------"));
            try (FileChannel channel = FileChannel.open(packed, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(packed, disk, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | CommandException e) {
            throw new VmException(
                    VmException.DISK_FULL,
                    "%s: the disk could not be packed: %s".formatted(disk, e.getMessage()),
                    "It is as it was. Packing needs as much free space as the packed disk takes.",
                    e);
        } finally {
            delete(packed);
        }
    }

    private List<String> convert(Path packed) throws IOException {
        List<String> words =
                new ArrayList<>(List.of(qemuImg.toString(), "convert", "-q", "-c", "-f", "qcow2", "-O", "qcow2"));
        Optional<Path> below = Qcow2.backing(disk);
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
