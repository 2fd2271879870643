package dev.belljar.agent.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.SavedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that machines which a killed host agent was preparing are deleted, but not those that belong to a
/// sandbox.
class LeftMachinesTest {
    private static final CleanMachine.Linker NO_LINK = (socket, name, observer) -> {
        throw new IllegalStateException("nobody is talked to");
    };

    @TempDir
    private Path temp;

    private HostFolders folders = new HostFolders(Path.of("/"), Path.of("/"), Path.of("/"), Path.of("/"));
    private final Running driver = new Running();

    @BeforeEach
    void open() {
        folders = new HostFolders(temp.resolve("data"), temp.resolve("cache"), temp.resolve("run"), temp);
    }

    @AfterEach
    void close() {
        driver.processes.values().forEach(Command::killTree);
    }

    @Test
    void anUnassignedPoolMachineIsEndedAndDeleted() throws Exception {
        Path folder = sandbox("pooled", "disk/disk.qcow2");
        Process waiting = driver.runs(id(folder));
        sweepPool();
        assertThat(waiting.onExit().join().isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @Test
    void aReservedPoolMachineIsEndedAndItsSandboxStays() throws Exception {
        Path folder = sandbox("pooled", "sandbox.json", "disk/disk.qcow2");
        Process waiting = driver.runs(id(folder));
        sweepPool();
        assertThat(waiting.onExit().join().isAlive()).isFalse();
        assertThat(folder.resolve("sandbox.json")).exists();
        assertThat(folder.resolve("disk")).doesNotExist();
        assertThat(folder.resolve("pooled")).doesNotExist();
    }

    @Test
    void anAssignedPoolMachineIsLeftAlone() throws Exception {
        Path folder = sandbox("sandbox.json", "disk/disk.qcow2");
        Process given = driver.runs(id(folder));
        sweepPool();
        assertThat(given.isAlive()).isTrue();
        assertThat(folder.resolve("disk/disk.qcow2")).exists();
    }

    @Test
    void theDiskOfASandboxWithoutAMachineIsKept() throws Exception {
        Path folder = sandbox("pooled", "sandbox.json", "disk/disk.qcow2");
        sweepPool();
        assertThat(folder.resolve("disk/disk.qcow2")).exists();
        assertThat(folder.resolve("pooled")).doesNotExist();
    }

    @Test
    void onlyAnEmptyFolderIsDeleted() throws Exception {
        Path empty = sandbox();
        Path other = sandbox("disk/disk.qcow2");
        sweepPool();
        assertThat(empty).doesNotExist();
        assertThat(other.resolve("disk/disk.qcow2")).exists();
    }

    @Test
    void anUnfinishedTemplateMachineIsEndedAndDeleted() throws Exception {
        Path making = folders.data().resolve("templates/.new-0123456789abcdef");
        Path made = folders.data().resolve("templates/fedcba9876543210");
        Files.createDirectories(making.resolve("machine"));
        Files.createDirectories(made);
        Process clean = driver.runs("template-0123456789abcdef");
        new SavedTemplates(folders, driver, NO_LINK, new ChecksumVerifier(), TemplateSetup.NONE).sweep();
        assertThat(clean.onExit().join().isAlive()).isFalse();
        assertThat(making).doesNotExist();
        assertThat(made).exists();
    }

    private void sweepPool() throws Exception {
        new PausedMachines(folders, driver, TemplateStore.NONE, NO_LINK, () -> "none", () -> 0).sweep();
    }

    private Path sandbox(String... files) throws IOException {
        Path folder = folders.sandbox("s" + System.nanoTime());
        Files.createDirectories(folder);
        for (String file : files) {
            Path path = folder.resolve(file);
            Files.createDirectories(java.util.Objects.requireNonNull(path.getParent()));
            Files.writeString(path, "");
        }
        return folder;
    }

    private static String id(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    /// A driver that knows which processes are machines, and starts none.
    private static final class Running implements VmDriver {
        private final Map<String, Process> processes = new HashMap<>();

        Process runs(String id) throws Exception {
            Process process = Command.of("sleep", "100000").start();
            processes.put(id, process);
            return process;
        }

        @Override
        public Optional<ProcessIdentity> running(MachineSpec spec) {
            return Optional.ofNullable(processes.get(spec.id())).flatMap(process -> ProcessIdentity.of(process.pid()));
        }

        @Override
        public ControlGroups groups() {
            return ControlGroups.none("a test");
        }

        @Override
        public ConfinementLayers confinement() {
            return ConfinementLayers.NONE;
        }

        @Override
        public Machine start(MachineSpec spec, ConsoleListener console) throws VmException {
            throw new VmException(VmException.NOT_STARTED, "no machine is started", null, null);
        }

        @Override
        public Machine start(MachineSpec spec, SavedState savedState, ConsoleListener console) throws VmException {
            return start(spec, console);
        }

        @Override
        public String plan(MachineSpec spec) {
            return "plan";
        }

        @Override
        public Machine resume(
                MachineSpec spec, SavedState savedState, ConsoleListener console, BeforeResume beforeResume)
                throws VmException {
            throw new VmException(VmException.NOT_STARTED, "no machine is started", null, null);
        }

        @Override
        public void pack(Path disk) {}

        @Override
        public Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) {
            return Optional.empty();
        }
    }
}
