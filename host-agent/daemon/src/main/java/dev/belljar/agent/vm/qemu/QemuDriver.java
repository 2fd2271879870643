package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.SerialConsole;
import dev.belljar.agent.vm.launch.HoldReason;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.agent.vm.launch.LaunchPlan;
import dev.belljar.agent.vm.launch.LaunchPlan.Beginning;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.launch.MachineProcess;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vm.qmp.Qmp;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts machines as QEMU processes that outlive the host agent, and takes them over again.
///
/// QEMU starts paused; the host agent connects the monitor and the console and then lets the guest run, so that
/// no output is lost, and a QEMU that cannot start has not run a guest.
public final class QemuDriver implements VmDriver {
    private static final Logger LOG = LoggerFactory.getLogger(QemuDriver.class);
    private static final int BOOTS = 3;
    private static final Duration TICK = Duration.ofMillis(2);

    private final QemuBinary qemu;
    private final ConfinementLauncher launcher;
    private final Path layers;
    private final QemuLauncher starter;
    private final SilenceTimeout silenceTimeout;
    private final DiskReserve reserve;

    private record Attachment(Qmp monitor, QmpSubscriptions listeners, ConsoleListener listener) {}

    /// A driver for this QEMU, started with this launcher; disks may use the layers in this folder, and
    /// `reserve` stays free on the host's disks.
    public QemuDriver(QemuBinary qemu, ConfinementLauncher launcher, Path layers, DiskReserve reserve) {
        this(qemu, launcher, layers, SilenceTimeout.DEFAULT, reserve);
    }

    QemuDriver(
            QemuBinary qemu,
            ConfinementLauncher launcher,
            Path layers,
            SilenceTimeout silenceTimeout,
            DiskReserve reserve) {
        this.qemu = qemu;
        this.launcher = launcher;
        this.layers = layers.toAbsolutePath();
        this.starter = new QemuLauncher(launcher, this.layers);
        this.silenceTimeout = silenceTimeout;
        this.reserve = reserve;
    }

    @Override
    public ConfinementLayers confinement() throws VmException, InterruptedException {
        try {
            return launcher.layers();
        } catch (CommandException e) {
            throw new VmException(VmException.NOT_STARTED, String.valueOf(e.getMessage()), e.hint(), e);
        }
    }

    @Override
    public ControlGroups groups() {
        return launcher.groups();
    }

    @Override
    public Machine start(MachineSpec spec, ConsoleListener console) throws VmException, InterruptedException {
        LaunchPlan plan = launchPlan(spec, Beginning.BOOT);
        MachineFiles files = MachineFiles.of(spec);
        requireNotRunning(spec, files);
        requireImage(spec.image());
        files.prepare(spec.limits(), qemu.image(), reserve);
        for (int boot = 1; boot <= BOOTS; boot++) {
            files.refresh(plan.memoryMiB());
            QemuMachine machine = launch(plan, files, console, monitor -> {});
            if (silenceTimeout.speaks(spec, machine)) {
                return machine;
            }
            String said = "the guest printed nothing, so boot %d of %d was stopped".formatted(boot, BOOTS);
            LOG.warn("{}: {}", spec.id(), said);
            console.line("belljar: " + said);
        }
        throw new VmException(
                VmException.SILENT,
                "sandbox %s: the guest printed nothing in any of %d boot attempts".formatted(spec.hostname(), BOOTS),
                "Run `belljar doctor`, which tests the acceleration again.",
                null);
    }

    @Override
    public Machine start(MachineSpec spec, SavedState savedState, ConsoleListener console)
            throws VmException, InterruptedException {
        MachineFiles files = MachineFiles.of(spec);
        requireNotRunning(spec, files);
        files.takeDisk(savedState);
        return start(spec, console);
    }

    @Override
    public String plan(MachineSpec spec) throws VmException, InterruptedException {
        return launchPlan(spec, Beginning.BOOT).fingerprint(qemu.version());
    }

    @Override
    public Machine resume(MachineSpec spec, SavedState savedState, ConsoleListener console, BeforeResume beforeResume)
            throws VmException, InterruptedException {
        MachineFiles files = MachineFiles.of(spec);
        requireNotRunning(spec, files);
        requireImage(spec.image());
        requirePlan(spec, savedState);
        files.take(savedState, reserve);
        LaunchPlan plan = launchPlan(spec, Beginning.RESUME);
        return launch(plan, files, console, monitor -> {
            NetworkPort.settle(monitor, files.net());
            new StateFeed(monitor, files).load(savedState.state());
            beforeResume.run();
            files.used();
        });
    }

    @Override
    public void pack(Path disk) throws VmException, InterruptedException {
        new DiskPacking(disk, qemu.image(), reserve, launcher, layers).run();
    }

    private void requirePlan(MachineSpec spec, SavedState savedState) throws VmException, InterruptedException {
        if (!plan(spec).equals(savedState.facts().plan())) {
            throw new VmException(
                    VmException.OTHER_PLAN,
                    "machine %s: the state in %s was saved with a different QEMU, guest image, processor or limits"
                            .formatted(spec.id(), savedState.folder()),
                    "The machine can boot from its disk, but the programs in the saved memory cannot be resumed.",
                    null);
        }
    }

    @Override
    public Optional<ProcessIdentity> running(MachineSpec spec) {
        return new MachineProcess(MachineFiles.of(spec), spec.id()).running();
    }

    @Override
    public Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) throws VmException, InterruptedException {
        MachineFiles files = MachineFiles.of(spec);
        if (!process.alive() || !new MachineProcess(files, spec.id()).is(process)) {
            return Optional.empty();
        }
        QmpSubscriptions listeners = new QmpSubscriptions(spec.id(), files);
        rouse(spec.id(), files, process);
        Qmp monitor = QemuLauncher.reached(files, listeners);
        if (monitor.status().equals("inmigrate")) {
            // The machine did not receive its saved state and never will.
            monitor.close();
            process.kill();
            return Optional.empty();
        }
        if (DiskPause.means(monitor.status())) {
            listeners.diskPause().begin();
        }
        Problem held = new HoldReason(files).read().orElse(null);
        if (held != null) {
            // The machine may have been about to be paused; the storage watch decides about the hold.
            listeners.diskPause().hold(held);
            files.used();
            monitor.stop();
        } else if (List.of("prelaunch", "paused", "save-vm").contains(monitor.status())) {
            // The earlier host agent ended between starting QEMU and running the guest, or during a save. The
            // disk is marked as used before the machine runs.
            files.used();
            monitor.cont();
        }
        return Optional.of(attach(spec.id(), files, process, new Attachment(monitor, listeners, line -> {})));
    }

    /// Continues a process that an earlier host agent stopped by a signal, because it cannot answer; the storage
    /// watch stops it again.
    private static void rouse(String id, MachineFiles files, ProcessIdentity process)
            throws VmException, InterruptedException {
        if (!process.suspended() || new HoldReason(files).read().isEmpty()) {
            return;
        }
        try {
            process.resume();
        } catch (CommandException e) {
            throw new VmException(VmException.MONITOR, "machine " + id + ": " + e.getMessage(), e.hint(), e);
        }
    }

    private LaunchPlan launchPlan(MachineSpec spec, Beginning beginning) throws VmException {
        if (spec.acceleration().kind() == Acceleration.Kind.UNKNOWN) {
            throw VmException.notStarted(
                    spec.id(),
                    "hardware acceleration has not been tested on this computer yet",
                    "Run `belljar doctor` first.",
                    null);
        }
        String nested = spec.acceleration().nested() ? HostFacts.virtualizationFlag() : null;
        return new LaunchPlan(qemu.system().toString(), spec, nested, beginning);
    }

    /// The steps between QEMU's start and the guest's.
    private interface Preparation {
        void run(Qmp monitor) throws VmException, InterruptedException;
    }

    private QemuMachine launch(LaunchPlan plan, MachineFiles files, ConsoleListener console, Preparation preparation)
            throws VmException, InterruptedException {
        String id = plan.spec().id();
        ProcessIdentity process = starter.start(plan, files);
        boolean started = false;
        try {
            QmpSubscriptions listeners = new QmpSubscriptions(id, files);
            Qmp monitor = QemuLauncher.awaitMonitor(id, files, process, listeners);
            preparation.run(monitor);
            growDisk(plan.spec(), files, monitor);
            QemuMachine machine = attach(id, files, process, new Attachment(monitor, listeners, console));
            monitor.cont();
            started = true;
            return machine;
        } catch (VmException e) {
            // A QEMU that fails closes its sockets a moment before its process ends.
            for (int i = 0; i < 1_000 && process.alive(); i++) {
                Thread.sleep(TICK);
            }
            throw process.alive() ? e : QemuLauncher.endedAtOnce(id, files, e);
        } finally {
            if (!started) {
                process.kill();
                launcher.groups().remove(id);
            }
        }
    }

    /// Enlarges a disk that is smaller than the limits say, before its guest runs and sees it. QEMU does it,
    /// because it is confined to the disk that it has written itself.
    private static void growDisk(MachineSpec spec, MachineFiles files, Qmp monitor)
            throws VmException, InterruptedException {
        long wanted = (long) spec.limits().diskMiB() << 20;
        try {
            if (Qcow2Format.size(files.overlay()) < wanted) {
                new QemuDisk(monitor).grow(wanted);
            }
        } catch (IOException e) {
            throw VmException.notStarted(spec.id(), "its disk cannot be enlarged: " + e.getMessage(), null, e);
        }
    }

    private void removeGroup(String id) {
        try {
            launcher.groups().remove(id);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private QemuMachine attach(String id, MachineFiles files, ProcessIdentity process, Attachment attachment)
            throws VmException {
        try {
            SerialConsole console = SerialConsole.attach(files.console(), files.consoleLog(), attachment.listener());
            QmpSubscriptions listeners = attachment.listeners();
            QemuMachine machine =
                    new QemuMachine(id, files, process, attachment.monitor(), listeners, console, reserve);
            var _ = machine.ended()
                    .thenRun(() -> Thread.ofVirtual().name("group-" + id).start(() -> removeGroup(id)));
            return machine;
        } catch (IOException e) {
            attachment.monitor().close();
            throw VmException.notStarted(id, "its console cannot be read: " + e.getMessage(), null, e);
        }
    }

    private static void requireNotRunning(MachineSpec spec, MachineFiles files) throws VmException {
        Optional<ProcessIdentity> running = new MachineProcess(files, spec.id()).running();
        if (running.isPresent()) {
            throw VmException.notStarted(
                    spec.id(),
                    "it is already running as process " + running.get().pid(),
                    "Stop it first, or restart the host agent.",
                    null);
        }
    }

    private static void requireImage(BootImage image) throws VmException {
        for (Path file : List.of(image.kernel(), image.initrd(), image.base())) {
            if (!Files.isReadable(file)) {
                throw new VmException(
                        VmException.NOT_STARTED,
                        file + ": missing or not readable; the guest image needs this file",
                        "Build the image again with `belljar image build`.",
                        null);
            }
        }
    }
}
