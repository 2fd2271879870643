package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.Fingerprint;
import dev.belljar.agent.vm.launch.LaunchPlan;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.launch.NextLayer;
import dev.belljar.agent.vm.qmp.Qmp;
import dev.belljar.agent.vmstate.DeviceState;
import dev.belljar.agent.vmstate.MemoryAccess;
import dev.belljar.agent.vmstate.MemoryCopy;
import dev.belljar.agent.vmstate.ProcessMemory;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Saves a running machine into an empty folder: memory, device state and disk of the same moment.
///
/// Most memory is copied while the machine runs; during the pause only the pages written since then, the devices
/// and the change of the disk's layer are handled.
final class MachineSave {
    private static final String MACHINE_TYPE = "microvm";
    private static final long MILLION = 1_000_000;
    private static final long LITTLE = 8L << 20;
    private static final int MOST_PASSES = 4;
    private static final int MOST_STATE = 64 << 20;

    /// Resumes the machine, also if the connection to its monitor was lost.
    interface Resumption {
        void go() throws VmException, InterruptedException;
    }

    private final MachineFiles files;
    private final Qmp monitor;
    private final long pid;
    private final Resumption resumption;
    private final Path folder;
    private final DiskReserve reserve;

    /// Saves the machine of the process `pid`, which `resumption` resumes after the pause.
    MachineSave(MachineFiles files, Qmp monitor, long pid, Resumption resumption, Path folder, DiskReserve reserve) {
        this.files = files;
        this.monitor = monitor;
        this.pid = pid;
        this.resumption = resumption;
        this.folder = folder;
        this.reserve = reserve;
    }

    /// Saves the machine and resumes it with a new disk layer over `layer`.
    SavedState copy(String plan, Path layer) throws VmException, SavedStateException, InterruptedException {
        requireAccess();
        try {
            copyBase();
            finishChange();
            return sealed(plan, layer, pausedForCopy(layer));
        } catch (IOException e) {
            throw unsaved(e);
        }
    }

    /// Saves during the pause and returns its length in milliseconds.
    private long pausedForCopy(Path layer) throws VmException, IOException, InterruptedException {
        try (MemoryCopy memory = memory()) {
            copyWhileItRuns(memory);
            String now = new QemuDisk(monitor).node();
            new NextLayer(files).stack(layer);
            requireSame(now, layer);
            String next = openNextLayer(layer);
            long begun = System.nanoTime();
            monitor.stop();
            try {
                save(memory);
                Map<String, Object> change = Map.of("node", now, "overlay", next);
                monitor.execute("blockdev-snapshot", change);
            } finally {
                goOn();
            }
            return (System.nanoTime() - begun) / MILLION;
        }
    }

    /// Saves the machine and leaves it paused, to be ended; its disk gets no new layer.
    SavedState last(String plan, Path layer) throws VmException, SavedStateException, InterruptedException {
        requireAccess();
        boolean saved = false;
        try {
            copyBase();
            long begun;
            try (MemoryCopy memory = memory()) {
                begun = System.nanoTime();
                monitor.stop();
                save(memory);
            }
            SavedState savedState = sealed(plan, layer, (System.nanoTime() - begun) / MILLION);
            saved = true;
            return savedState;
        } catch (IOException e) {
            throw unsaved(e);
        } finally {
            if (!saved) {
                goOn();
            }
        }
    }

    /// Resumes the machine even if the monitor connection has failed: a machine that is paused for ever is worse
    /// than none.
    private void goOn() throws VmException, InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            resumption.go();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void requireAccess() throws SavedStateException {
        MemoryAccess access = MemoryAccess.of(pid);
        if (!access.allowed()) {
            throw new SavedStateException(
                    SavedStateException.UNREADABLE,
                    folder + ": the memory of the machine was not saved, and the machine keeps running. "
                            + access.reason(),
                    "Stop and start the sandbox, or set kernel.yama.ptrace_scope to 0 (`sysctl`), which "
                            + "lets your programs read each other's memory.",
                    null);
        }
    }

    /// The maximum number of bytes that saving this machine writes.
    ///
    /// @throws IOException when the process or its files cannot be read
    static long most(MachineFiles files, long pid) throws IOException {
        long most = ProcessMemory.resident(pid);
        for (SparseFile.Extent extent : SparseFile.extents(files.ram())) {
            most += extent.length();
        }
        return most;
    }

    private void requireSpace() throws IOException, VmException {
        try {
            reserve.require(folder, most(files, pid), "saving the memory of the machine");
        } catch (DiskReserve.ReachedException e) {
            throw new VmException(
                    VmException.DISK_FULL,
                    String.valueOf(e.getMessage()),
                    "Free some disk space. The machine keeps running.",
                    e);
        }
    }

    private void copyBase() throws IOException, VmException {
        requireSpace();
        Path ram = folder.resolve("ram");
        Files.createFile(ram, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        SparseFile.copy(files.ram(), ram);
    }

    private MemoryCopy memory() throws IOException {
        return MemoryCopy.open(ProcessMemory.of(pid, files.ram()), folder.resolve("ram"));
    }

    /// Copies memory until little is left, or until the machine proves too busy for that. It also flushes the
    /// host's cache of the disk, for which QEMU would wait when it pauses.
    private void copyWhileItRuns(MemoryCopy memory) throws IOException, InterruptedException {
        for (int pass = 0; pass < MOST_PASSES && memory.pass() > LITTLE; pass++) {
            // the next pass copies what was written during this one
        }
        DurableFile.flush(files.overlay());
    }

    private void save(MemoryCopy memory) throws VmException, IOException, InterruptedException {
        Files.deleteIfExists(files.devices());
        // Not with "live": that would hand the disks over to another QEMU, and this one could not resume.
        monitor.execute(
                "xen-save-devices-state", Map.of("filename", files.devices().toString(), "live", false));
        memory.pass();
    }

    private SavedState sealed(String plan, Path layer, long pause) throws IOException, SavedStateException {
        Path state = folder.resolve("state");
        Files.createFile(state, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(state, DeviceState.stream(devices(), MACHINE_TYPE), StandardOpenOption.WRITE);
        Files.delete(files.devices());
        int memory = (int) (Files.size(files.ram()) >> 20);
        return SavedState.seal(folder, plan, memory, layer, pause);
    }

    /// Reads the device state that QEMU wrote; a compromised QEMU could put a link there, or write without end.
    private byte[] devices() throws IOException {
        try (InputStream written = Files.newInputStream(files.devices(), LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = written.readNBytes(MOST_STATE + 1);
            if (bytes.length > MOST_STATE) {
                throw new IOException("the device state is larger than " + (MOST_STATE >> 20) + " MiB");
            }
            return bytes;
        }
    }

    /// Opens the next layer in QEMU and renames it to the disk's path.
    private String openNextLayer(Path layer) throws VmException, IOException, InterruptedException {
        String name = node(layer);
        Path live = files.live(name);
        Files.deleteIfExists(live);
        NextLayer next = new NextLayer(files);
        next.giveToOwner();
        Files.createLink(live, next.path());
        Map<String, Object> file = Map.of("driver", "file", "filename", live.toString(), "discard", "unmap");
        Map<String, Object> node =
                new HashMap<>(Map.of("driver", "qcow2", "node-name", name, "discard", "unmap", "file", file));
        node.put("backing", null);
        monitor.execute("blockdev-add", node);
        Files.move(next.path(), files.overlay(), StandardCopyOption.ATOMIC_MOVE);
        DurableFile.flush(files.disk());
        return name;
    }

    /// Completes the layer change of a host agent that ended during a save: the disk's path names the next layer
    /// already, and QEMU has opened it, but still writes to the one below.
    private void finishChange() throws VmException, IOException, InterruptedException {
        String now = new QemuDisk(monitor).node();
        Path below = Qcow2Format.backing(files.overlay()).orElse(null);
        if (below == null || now.equals(node(below)) || !knows(node(below))) {
            return;
        }
        requireSame(now, below);
        monitor.execute("blockdev-snapshot", Map.of("node", now, "overlay", node(below)));
    }

    /// Requires that QEMU's path of the layer still names the layer that it writes to, because QEMU would use
    /// any file there as the lower layer.
    private void requireSame(String now, Path layer) throws VmException, IOException {
        Path known = now.equals(LaunchPlan.DISK) ? files.live() : files.live(now);
        if (!Files.exists(known) || !Files.isSameFile(known, layer)) {
            throw new VmException(
                    VmException.MONITOR,
                    "%s is not the disk layer that QEMU writes to: expected %s".formatted(known, layer),
                    "Stop the sandbox and start it again. Files on its disk are not lost.",
                    null);
        }
    }

    private boolean knows(String node) throws VmException, InterruptedException {
        return monitor.list("query-named-block-nodes").stream()
                .anyMatch(found -> found instanceof Map<?, ?> one && node.equals(one.get("node-name")));
    }

    /// QEMU's node name of the layer over this one.
    private static String node(Path layer) {
        return "over-" + Fingerprint.of(List.of(layer.toString())).substring(0, 16);
    }

    private SavedStateException unsaved(IOException e) {
        return new SavedStateException(
                SavedStateException.UNWRITABLE,
                folder + ": the machine could not be saved: " + e.getMessage(),
                "Check the free disk space. The machine keeps running.",
                e);
    }
}
