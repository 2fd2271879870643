package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.BoundedLog;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.ConsoleText;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The files of one machine on the host: memory, disk and logs in one folder, its sockets in another, both of
/// mode 0700.
public record MachineFiles(Path disk, Path sockets) {
    private static final int LONGEST_SOCKET_PATH = 107;
    /// Disk space that a machine writes during its boot.
    private static final long BEGINS = 256L << 20;
    private static final String WRITABLE = "qemu";
    private static final String LIVE = "live";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    static final FileAttribute<Set<PosixFilePermission>> FOLDER_MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE_MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /// The files of this machine.
    public static MachineFiles of(MachineSpec spec) {
        return new MachineFiles(spec.disk(), spec.sockets());
    }

    /// The guest's memory while it runs; a sparse file.
    public Path ram() {
        return disk.resolve("ram");
    }

    /// The guest's own disk.
    public Path overlay() {
        return disk.resolve("disk.qcow2");
    }

    /// The folder that QEMU may write besides its sockets; the host agent follows no link in it that it did not
    /// create.
    public Path writable() {
        return disk.resolve(WRITABLE);
    }

    /// The file to which QEMU writes the state of its devices.
    public Path devices() {
        return writable().resolve("devices");
    }

    /// The path under which QEMU opens the disk.
    ///
    /// When a new layer is put on a layer, QEMU opens the lower one again by its path. `disk.qcow2` is another
    /// file by then: QEMU would read the new layer instead of the lower one, and the machine's files would be
    /// lost. So each layer has its own path as long as the machine runs, which is never reused.
    public Path live() {
        return writable().resolve(LIVE + ".qcow2");
    }

    /// The path of a layer that becomes the disk while the machine runs; `node` is QEMU's name for it.
    public Path live(String node) {
        return writable().resolve(LIVE + "-" + node + ".qcow2");
    }

    /// The file with the reason of a hold, which exists while the machine is held.
    public Path held() {
        return disk.resolve("held");
    }

    /// The guest's console output, bounded.
    public Path consoleLog() {
        return disk.resolve("console.log");
    }

    /// QEMU's own output since the last start, bounded.
    public BoundedLog qemuLog() {
        return new BoundedLog(disk.resolve("qemu.log"));
    }

    /// The socket of QEMU's monitor.
    public Path monitor() {
        return sockets.resolve("qmp");
    }

    /// The socket of the guest link.
    public Path link() {
        return sockets.resolve("link");
    }

    /// The socket for network frames.
    public Path net() {
        return sockets.resolve("net");
    }

    /// The socket of the serial console.
    public Path console() {
        return sockets.resolve("con");
    }

    /// The socket from which QEMU loads the state of a resumed machine.
    public Path incoming() {
        return sockets.resolve("in");
    }

    /// The file with QEMU's process id.
    public Path pid() {
        return sockets.resolve("pid");
    }

    /// Creates the folders, and the disk unless there is one: an existing disk is never touched.
    ///
    /// @throws VmException when a socket's path is too long, the disk is too full, or a file cannot be created
    public void prepare(MachineLimits limits, Path qemuImg, DiskReserve reserve)
            throws VmException, InterruptedException {
        requireShortPaths();
        try {
            Files.createDirectories(disk, FOLDER_MODE);
            Files.createDirectories(sockets, FOLDER_MODE);
            Files.createDirectories(writable(), FOLDER_MODE);
            Files.setPosixFilePermissions(disk, PosixFilePermissions.fromString("rwx------"));
            Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwx------"));
            Files.deleteIfExists(ram());
            requireSpace(reserve);
        } catch (IOException e) {
            throw unwritable(e);
        }
        if (!Files.exists(overlay())) {
            createOverlay(limits.diskMiB(), qemuImg);
        }
        used();
    }

    /// Deletes the files of an earlier boot and creates an empty memory file of this many MiB.
    ///
    /// @throws VmException when a file cannot be made
    public void refresh(int memoryMiB) throws VmException {
        clearBoot();
        try {
            Files.createDirectories(writable(), FOLDER_MODE);
            Files.createLink(live(), overlay());
            Files.createFile(ram(), FILE_MODE);
            SparseFile.setLength(ram(), (long) memoryMiB << 20);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// Prepares the files to resume a saved machine: a hard link to its memory and, unless this machine has a
    /// disk, a layer over its disk.
    ///
    /// @throws VmException when a file cannot be made
    public void take(SavedState savedState, DiskReserve reserve) throws VmException {
        requireShortPaths();
        try {
            Files.createDirectories(disk, FOLDER_MODE);
            Files.createDirectories(sockets, FOLDER_MODE);
            clearBoot();
            Files.createDirectories(writable(), FOLDER_MODE);
            requireSpace(reserve);
            linkOrCopy(savedState.ram(), ram());
            layDisk(savedState);
            Files.createLink(live(), overlay());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// Creates a layer over a saved machine's disk, unless this machine has a disk, without its memory.
    ///
    /// @throws VmException when a file cannot be made
    public void takeDisk(SavedState savedState) throws VmException {
        try {
            Files.createDirectories(disk, FOLDER_MODE);
            layDisk(savedState);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private void layDisk(SavedState savedState) throws IOException {
        if (!hasDisk()) {
            Files.deleteIfExists(overlay());
            Path fresh = disk.resolve("disk.new");
            Files.deleteIfExists(fresh);
            Files.writeString(unused(), "");
            Qcow2Format.overlay(fresh, savedState.layer());
            Files.move(fresh, overlay(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /// True if there is a disk on which a machine has run.
    public boolean hasDisk() {
        return Files.exists(overlay()) && !Files.exists(unused());
    }

    /// Marks the disk as used, because the machine is about to run.
    public void used() throws VmException {
        try {
            Files.deleteIfExists(unused());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// A marker that exists while the disk was created for a resumed machine that has not run on it yet.
    private Path unused() {
        return disk.resolve("unused");
    }

    private static void linkOrCopy(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (FileSystemException | UnsupportedOperationException e) {
            Files.createFile(to, FILE_MODE);
            SparseFile.copy(from, to);
        }
    }

    /// Deletes the files that are useless once the machine has ended: memory and sockets.
    public void clearBoot() throws VmException {
        try {
            for (Path file : List.of(ram(), held(), monitor(), link(), net(), console(), incoming(), pid())) {
                Files.deleteIfExists(file);
            }
            clearLive(disk);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// Deletes the paths under which an ended QEMU had opened the layers of the disk.
    ///
    /// @throws IOException when one cannot be deleted
    public static void clearLive(Path disk) throws IOException {
        if (!Files.isDirectory(disk)) {
            return;
        }
        FileTrees.delete(disk.resolve(WRITABLE));
        try (DirectoryStream<Path> names = Files.newDirectoryStream(disk, LIVE + "*.qcow2")) {
            for (Path name : names) {
                Files.delete(name);
            }
        }
    }

    /// QEMU's last output lines as one line; empty if it printed none.
    public String lastWords() {
        try {
            List<String> lines = qemuLog()
                    .tail()
                    .lines()
                    .map(ConsoleText::clean)
                    .filter(line -> !line.isBlank())
                    .toList();
            return String.join("; ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }

    private void createOverlay(int diskMiB, Path qemuImg) throws VmException, InterruptedException {
        Path fresh = disk.resolve("disk.new");
        try {
            Files.deleteIfExists(fresh);
            Files.createFile(fresh, FILE_MODE);
            Command.of(qemuImg.toString(), "create", "-q", "-f", "qcow2", fresh.toString(), diskMiB + "M")
                    .timeout(PATIENCE)
                    .check();
            // The file is renamed when complete, so that an interrupted creation does not look like a disk.
            Files.move(fresh, overlay(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unwritable(e);
        } catch (CommandException e) {
            throw new VmException(
                    VmException.NOT_STARTED, overlay() + ": the disk could not be created: " + e.getMessage(), null, e);
        }
    }

    private void requireSpace(DiskReserve reserve) throws IOException, VmException {
        try {
            reserve.require(disk, BEGINS, "starting a machine");
        } catch (DiskReserve.ReachedException e) {
            throw new VmException(VmException.DISK_FULL, String.valueOf(e.getMessage()), "Free some disk space.", e);
        }
    }

    private void requireShortPaths() throws VmException {
        for (Path socket : List.of(monitor(), link(), net(), console(), incoming())) {
            int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
            if (length > LONGEST_SOCKET_PATH) {
                throw new VmException(
                        VmException.NOT_STARTED,
                        "%s: the path is %d bytes long, but the path of a Unix socket can have at most %d"
                                .formatted(socket, length, LONGEST_SOCKET_PATH),
                        "Set XDG_RUNTIME_DIR to a shorter path.",
                        null);
            }
        }
    }

    VmException unwritable(IOException e) {
        return new VmException(
                VmException.NOT_STARTED,
                "%s: the machine's files cannot be written: %s".formatted(disk, e.getMessage()),
                "Check the owner, the permissions and the free space of that folder.",
                e);
    }
}
