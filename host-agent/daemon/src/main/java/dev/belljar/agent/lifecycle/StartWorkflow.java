package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.egress.InspectionSetup;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.StartRequirements;
import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.status.HostMemory;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts one sandbox: meets each requirement in turn and reports it, until the sandbox is running, failed or
/// cancelled.
public final class StartWorkflow {
    private static final Logger LOG = LoggerFactory.getLogger(StartWorkflow.class);
    private static final long MIB = 1 << 20;

    private final SandboxRuntime sandbox;
    private final AccessService access;
    private final SandboxDependencies dependencies;
    private final StartRequirements needs;
    private @Nullable MachineSpec spec;
    private @Nullable Thread capturing;
    private @Nullable FutureTask<Boolean> captured;
    private boolean copied;
    /// True if the machine's processes began before this start.
    private boolean goesOn;

    StartWorkflow(SandboxRuntime sandbox, AccessService access) {
        this.sandbox = sandbox;
        this.access = access;
        this.dependencies = sandbox.services();
        this.needs = sandbox.requirements();
    }

    /// Runs the start; afterwards the sandbox is running, stopped (cancelled) or in error.
    void run() {
        guarded(() -> {
            BootImage image = image();
            Acceleration acceleration = prove(image);
            dependencies.emulation().require(acceleration);
            beginCapture();
            try (DiskLayers.Hold _ = dependencies.snapshots().layers().hold()) {
                startMachine(image, acceleration);
            }
        });
    }

    /// Continues the start of a machine that was found running, with or without its project.
    void resume() {
        guarded(() -> {
            for (Need need : List.of(Need.IMAGE, Need.ACCELERATION, Need.CAPTURE, Need.MACHINE)) {
                needs.met(need, "the machine was still running");
            }
            // Whether the machine got its identity and its processes were reported is unknown; both can be done
            // twice.
            copied = true;
            goesOn = true;
        });
    }

    private interface Beginning {
        void run() throws BelljarException, InterruptedException;
    }

    private void guarded(Beginning beginning) {
        long begun = System.nanoTime();
        try {
            beginning.run();
            finish(begun);
        } catch (InterruptedException e) {
            abandon(null);
        } catch (BelljarException e) {
            LOG.warn("{}: start failed", sandbox.name(), e);
            abandon(e.problem());
        } catch (RuntimeException e) {
            // The top of a virtual thread: after any error the machine must not be left half started.
            LOG.error("{}: start failed", sandbox.name(), e);
            abandon(Problem.of(ProblemCode.INTERNAL, "start failed", String.valueOf(e), null));
        }
    }

    private BootImage image() throws BelljarException, InterruptedException {
        needs.begin(Need.IMAGE, null);
        SandboxRecord r = sandbox.record();
        String own = r.imageKey();
        BootImage image = own == null || !r.delivered() ? newest() : own(own);
        needs.met(Need.IMAGE, null);
        return image;
    }

    private BootImage newest() throws BelljarException, InterruptedException {
        BootImage image = dependencies.images().await((percent, step) -> needs.progress(Need.IMAGE, percent, step));
        dependencies.images().key().ifPresent(key -> sandbox.change(r -> r.withImage(key)));
        return image;
    }

    /// The image on which this machine's disk was created. The disk is a layer over it: on another image its
    /// packages and libraries would be a mix of both, so a start without that image is refused and the disk
    /// kept.
    private BootImage own(String key) throws BelljarException, InterruptedException {
        Optional<BootImage> kept = dependencies.images().withKey(key);
        if (kept.isPresent()) {
            return kept.get();
        }
        BootImage image = dependencies.images().await((percent, step) -> needs.progress(Need.IMAGE, percent, step));
        if (dependencies.images().key().filter(key::equals).isPresent()) {
            return image;
        }
        throw new SandboxException(
                SandboxException.IMAGE_GONE,
                "the guest image %s that %s was created with no longer exists, and the current one is different"
                        .formatted(key, sandbox.name()),
                "Destroy the sandbox and create it again. Work that was saved when the sandbox stopped is in Belljar's "
                        + "repository; a disk with unsaved work stays in the trash.");
    }

    private Acceleration prove(BootImage image) throws BelljarException, InterruptedException {
        needs.begin(Need.ACCELERATION, "booting a small test machine, once per computer");
        Acceleration acceleration = dependencies.probe().prove(image);
        needs.met(Need.ACCELERATION, acceleration.label());
        return acceleration;
    }

    /// Captures the project while the machine starts, as neither needs the other.
    private void beginCapture() {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            capture();
            return true;
        });
        captured = task;
        capturing = Thread.ofVirtual().name(sandbox.name() + " capture").start(task);
    }

    private void awaitCapture() throws BelljarException, InterruptedException {
        FutureTask<Boolean> task = captured;
        if (task == null) {
            capture();
            return;
        }
        try {
            task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BelljarException known) {
                throw known;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException("the capture was cancelled");
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void capture() throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.delivered() || r.capture() != null) {
            needs.met(Need.CAPTURE, "already read");
            return;
        }
        needs.begin(Need.CAPTURE, r.spec().project());
        WorkspaceTransfer.Capture capture = dependencies
                .workspace()
                .capture(r.id(), sandbox.project(), r.spec().plainFolder());
        sandbox.change(was -> was.withCapture(capture.branch(), capture.head(), capture.commit()));
        capture.warnings().forEach(warning -> sandbox.observation().note("note", "capture", warning));
        String counts = "%,d %s, %,d not committed"
                .formatted(capture.files(), capture.files() == 1 ? "file" : "files", capture.uncommitted());
        needs.met(
                Need.CAPTURE,
                String.join(
                        "; ",
                        Stream.concat(Stream.of(counts), capture.warnings().stream())
                                .toList()));
    }

    private void startMachine(BootImage image, Acceleration acceleration)
            throws BelljarException, InterruptedException {
        needs.begin(Need.MACHINE, null);
        requireMemory();
        MachineSpec shape = spec(sandbox, image, acceleration);
        spec = shape;
        makeFolders(shape);
        sandbox.observation().reset();
        String plan = dependencies.driver().plan(shape);
        // The plan is recorded before the machine starts: a host agent that finds it running needs the plan to
        // save it.
        sandbox.change(r -> r.withPlan(plan));
        Machine machine = claimed(plan).orElse(null);
        if (machine == null) {
            Optional<SavedState> savedState = savedState(shape);
            machine = savedState.isPresent() ? resumed(shape, savedState.get()) : booted(shape);
        }
        sandbox.attach(machine);
        needs.met(Need.MACHINE, acceleration.label());
    }

    private Machine booted(MachineSpec spec) throws BelljarException, InterruptedException {
        runs();
        return dependencies.driver().start(spec, sandbox.observation());
    }

    /// Updates the record just before the machine runs: from then on its disk can contain work that was not
    /// fetched, and its saved memory no longer matches the disk.
    private void runs() throws SandboxException {
        sandbox.store(r -> r.withSalvaged(false).withTier(null));
    }

    private void runsAgain() throws VmException {
        try {
            runs();
        } catch (SandboxException e) {
            throw new VmException(e.code(), e.problem().detail(), e.hint(), e);
        }
    }

    /// Takes a machine from the warm pool, if one fits the plan.
    private Optional<Machine> claimed(String plan) throws BelljarException, InterruptedException {
        WarmPool.Ready ready = dependencies.pool().claim(sandbox.id(), plan).orElse(null);
        if (ready == null) {
            return Optional.empty();
        }
        copied = true;
        goesOn = true;
        try {
            runs();
        } catch (SandboxException e) {
            ready.machine().kill();
            throw e;
        }
        ready.machine().resume();
        return Optional.of(ready.machine());
    }

    /// The saved state from which this machine resumes instead of booting: its own hibernated state, the
    /// snapshot it is branched from, or the template. A machine that has its own disk and no memory must boot.
    private Optional<SavedState> savedState(MachineSpec spec) throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.tier() != null) {
            return woken(r.tier());
        }
        if (MachineFiles.of(spec).hasDisk()) {
            return Optional.empty();
        }
        copied = true;
        String origin = r.origin();
        return origin == null
                ? template(spec)
                : Optional.of(dependencies.snapshots().savedState(origin));
    }

    /// Its own hibernated state; empty if the memory is damaged: the machine then boots from its disk, which
    /// holds its work.
    private Optional<SavedState> woken(StorageTier tier) throws SavedStateException {
        try {
            return SavedMemory.of(sandbox).wake(tier, step -> needs.progress(Need.MACHINE, 0, step));
        } catch (SavedStateException e) {
            if (e.code().equals(SavedStateException.UNWRITABLE)) {
                throw e; // it is whole, and can be woken another time
            }
            LOG.warn("{}: booting instead of resuming", sandbox.name(), e);
            sandbox.observation()
                    .note(
                            "note",
                            "machine",
                            "booted because the hibernated machine could not be resumed: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<SavedState> template(MachineSpec spec) throws InterruptedException {
        try {
            return dependencies.templates().of(spec, step -> needs.progress(Need.MACHINE, 0, step));
        } catch (BelljarException e) {
            LOG.warn("{}: booting without a template", sandbox.name(), e);
            sandbox.observation().note("note", "template", "booted without a template: " + e.getMessage());
            return Optional.empty();
        }
    }

    /// Resumes the machine from a saved state. A branch whose memory no QEMU here can load boots from its disk,
    /// and one that is only busy can be resumed later; any other machine boots if it cannot be resumed.
    private Machine resumed(MachineSpec spec, SavedState savedState) throws BelljarException, InterruptedException {
        try {
            Machine machine = dependencies.driver().resume(spec, savedState, sandbox.observation(), this::runsAgain);
            goesOn = true;
            return machine;
        } catch (VmException e) {
            boolean branch = copied && sandbox.record().origin() != null;
            if (branch && e.code().equals(VmException.OTHER_PLAN)) {
                return bootedFrom(spec, savedState, e);
            }
            boolean asleep = sandbox.record().tier() != null && !e.code().equals(VmException.OTHER_PLAN);
            if (branch || asleep) {
                throw e;
            }
            LOG.warn("{}: booting instead of continuing", sandbox.name(), e);
            sandbox.observation()
                    .note(
                            "note",
                            "machine",
                            "booted because the saved machine could not be resumed: " + e.getMessage());
            copied = false;
            return booted(spec);
        }
    }

    private Machine bootedFrom(MachineSpec spec, SavedState savedState, VmException cause)
            throws BelljarException, InterruptedException {
        LOG.warn("{}: booting from the snapshot's disk", sandbox.name(), cause);
        sandbox.observation()
                .note(
                        "note",
                        "machine",
                        "booted from the snapshot's disk because the programs in its memory cannot continue: "
                                + cause.getMessage());
        needs.progress(
                Need.MACHINE,
                0,
                "booting from the snapshot's disk, because the programs in its memory cannot continue");
        runs();
        return dependencies.driver().start(spec, savedState, sandbox.observation());
    }

    private void finish(long begun) throws BelljarException, InterruptedException {
        needs.begin(Need.GUEST, null);
        new GuestBootWaiter(sandbox, needs, goesOn ? null : spec).await();
        needs.met(Need.GUEST, null);
        GuestLink link = sandbox.anyLink().orElseThrow();
        needs.begin(Need.IDENTITY, null);
        link.identity(MachineIdentity.next(sandbox.id(), sandbox.name()));
        needs.met(Need.IDENTITY, null);
        new InspectionSetup(sandbox).configure(link);
        new GatewayConnector(sandbox).connect(sandbox.machine().orElseThrow());
        sandbox.usable(link);
        awaitCapture();
        deliver(link);
        // The old memory is moved away before a request can save the next one to the same path.
        SavedMemory.of(sandbox).putAway();
        long millis = (System.nanoTime() - begun) / 1_000_000;
        sandbox.move(SandboxState.RUNNING, null, "ready in %.1f s".formatted(millis / 1000.0));
        ExitWatcher.watch(sandbox, sandbox.machine().orElseThrow());
        // The remaining work is not essential, so it runs on another thread, as a stop interrupts this one and
        // must not fail for it.
        Thread.ofVirtual().name(sandbox.name() + " welcome").start(() -> welcome(link));
    }

    private void welcome(GuestLink link) {
        SavedMemory.of(sandbox).clear();
        try {
            access.of(sandbox).sshKeys().renew(link);
            if (goesOn) {
                reportPresent(link);
            }
            beginSession(link);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        dependencies
                .images()
                .ready()
                .ifPresent(image -> dependencies
                        .pool()
                        .fill(spec(sandbox, image, dependencies.probe().cached())));
    }

    /// Reports the processes of a resumed machine: those of a copy were started in another machine, and those of
    /// a hibernated one were recorded as ended when it was saved.
    private void reportPresent(GuestLink link) throws InterruptedException {
        try {
            link.present();
        } catch (GuestException e) {
            LOG.warn("{}: the processes that are already running cannot be listed: {}", sandbox.name(), e.getMessage());
        }
    }

    /// Begins the session with its name and tokens; a terminal that is opened now waits for it.
    private void beginSession(GuestLink link) throws InterruptedException {
        try {
            access.of(sandbox).session().forget();
            access.of(sandbox).session().begin(link, false);
        } catch (BelljarException e) {
            // The session is begun when a terminal is opened, which reports a failure.
            LOG.info("{}: has no session yet: {}", sandbox.name(), e.getMessage());
        }
    }

    private void deliver(GuestLink link) throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        String commit = r.capture();
        if (r.delivered() || commit == null) {
            needs.met(Need.PROJECT, "already copied");
            return;
        }
        needs.begin(Need.PROJECT, null);
        WorkspaceTransfer.Capture capture = dependencies.workspace().captured(r.id(), sandbox.project(), commit);
        dependencies.workspace().deliver(r.id(), capture, link, this::delivered);
        sandbox.change(SandboxRecord::withDelivered);
        needs.met(Need.PROJECT, null);
    }

    private void delivered(long done, long total) {
        int percent = total <= 0 ? 0 : (int) Math.min(100, done * 100 / total);
        needs.progress(
                Need.PROJECT,
                percent,
                total <= 0 ? ByteCount.words(done) : ByteCount.words(done) + " of " + ByteCount.words(total));
    }

    private void requireMemory() throws SandboxException {
        SandboxRecord r = sandbox.record();
        boolean saved = r.tier() != null || r.origin() != null;
        long boot = Math.min(r.spec().limits().memoryMiB() * MIB, HostMemory.BOOTS);
        HostMemory.require(dependencies.folders(), 1, saved ? HostMemory.GOES_ON : boot);
    }

    /// Undoes the start. With a problem the sandbox is put in error, unless a stop was requested; in that case,
    /// and without a problem, the caller that cancelled the start sets the next state.
    private void abandon(@Nullable Problem problem) {
        if (sandbox.closing()) {
            return; // the machine goes on, and the next host agent with it
        }
        if (problem != null && sandbox.state() == SandboxState.STARTING) {
            needs.failed(problem);
        }
        try {
            Thread capture = capturing;
            if (capture != null) {
                capture.interrupt();
                capture.join();
            }
            sandbox.unusable();
            Machine machine = sandbox.machine().orElse(null);
            if (machine != null) {
                machine.kill();
            }
            sandbox.release();
            if (problem != null) {
                sandbox.moveFrom(SandboxState.STARTING, SandboxState.ERROR, problem, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static MachineSpec spec(SandboxRuntime sandbox, BootImage image, Acceleration acceleration) {
        Path folder = sandbox.services().folders().sandbox(sandbox.id()).resolve("disk");
        Path sockets = sandbox.services().folders().runtime().resolve(sandbox.id());
        SandboxRecord r = sandbox.record();
        return new MachineSpec(
                r.id(),
                r.spec().name(),
                folder,
                sockets,
                r.spec().limits(),
                image,
                acceleration,
                MachineIdentity.mac(r.id()));
    }

    private static void makeFolders(MachineSpec spec) throws SandboxException {
        try {
            Files.createDirectories(spec.disk());
            Files.createDirectories(spec.sockets());
        } catch (IOException e) {
            throw new SandboxException(
                    SandboxException.NO_FOLDER,
                    "the folders for %s could not be created: %s".formatted(spec.hostname(), e),
                    "Free some space on that disk, and check that you own the folders.");
        }
    }
}
