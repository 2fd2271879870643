package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.sandbox.StartRequirements;
import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.agent.settings.SettingsStore;
import dev.belljar.agent.snapshot.ProjectTemplates;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.status.HostMemory;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts the machine of one sandbox: takes it from the warm pool, resumes it from a saved state, or boots it.
final class MachineStart {
    private static final Logger LOG = LoggerFactory.getLogger(MachineStart.class);
    private static final long MIB = 1 << 20;

    private final SandboxRuntime sandbox;
    private final MachinePlatform platform;
    private final SavedMachines saved;
    private final SavedMemory memory;
    private final StartRequirements needs;
    private @Nullable MachineSpec spec;
    private boolean copied;
    /// True if the machine's processes began before this start.
    private boolean goesOn;

    MachineStart(SandboxRuntime sandbox, MachinePlatform platform, SavedMachines saved, SavedMemory memory) {
        this.sandbox = sandbox;
        this.platform = platform;
        this.saved = saved;
        this.memory = memory;
        this.needs = sandbox.requirements();
    }

    /// The machine was found running: it is unknown whether it received its identity and whether its processes were
    /// reported; both can be repeated safely.
    void found() {
        copied = true;
        goesOn = true;
    }

    /// True if the machine's processes began before this start.
    boolean goesOn() {
        return goesOn;
    }

    /// The saved memory of the machine.
    SavedMemory memory() {
        return memory;
    }

    /// The machine that booted, null if it continues from a saved state.
    @Nullable
    MachineSpec booting() {
        return goesOn ? null : spec;
    }

    /// Starts the machine on this image and attaches it.
    void run(BootImage image, Acceleration acceleration) throws BelljarException, InterruptedException {
        needs.begin(Need.MACHINE, null);
        takeLimits();
        requireMemory();
        MachineSpec shape = spec(sandbox, image, acceleration);
        spec = shape;
        makeFolders(shape);
        sandbox.observation().reset();
        String plan = platform.driver().plan(shape);
        // The plan is recorded before the machine starts: a host agent that finds it running needs the plan to
        // save it.
        sandbox.change(r -> r.withPlan(plan));
        Machine machine = prepared(shape).orElse(null);
        if (machine == null) {
            machine = claimed(plan).orElse(null);
        }
        if (machine == null) {
            Optional<SavedState> savedState = savedState(shape);
            machine = savedState.isPresent() ? resumed(shape, savedState.get()) : booted(shape);
        }
        sandbox.attach(machine);
        needs.met(Need.MACHINE, acceleration.label());
    }

    private Machine booted(MachineSpec spec) throws BelljarException, InterruptedException {
        runs();
        return platform.driver().start(spec, sandbox.observation());
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

    /// Starts a new machine from the template of its project, if one fits. Which one is recorded before the machine
    /// runs: what a template contains is not set up again.
    private Optional<Machine> prepared(MachineSpec shape) throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.tier() != null || r.origin() != null || MachineFiles.of(shape).hasDisk()) {
            return Optional.empty();
        }
        ProjectTemplates.FittingTemplate template = saved.projects().preparing(sandbox.name())
                ? null
                : saved.projects()
                        .fitting(sandbox.project(), r.machine().imageKey(), shape.limits())
                        .orElse(null);
        String id = template == null ? null : template.id();
        if (!Objects.equals(id, r.machine().template())) {
            sandbox.store(now -> now.withTemplate(id));
        }
        if (template == null) {
            return Optional.empty();
        }
        needs.progress(Need.MACHINE, 0, "starting from the template of the project");
        copied = true;
        return Optional.of(resumed(shape, template.state()));
    }

    /// Takes a machine from the warm pool, if one fits the plan.
    private Optional<Machine> claimed(String plan) throws BelljarException, InterruptedException {
        WarmPool.Ready ready = saved.pool().claim(sandbox.id(), plan).orElse(null);
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
        return origin == null ? template(spec) : Optional.of(saved.snapshots().savedState(origin));
    }

    /// Its own hibernated state; empty if the memory is damaged: the machine then boots from its disk, which
    /// holds its work.
    private Optional<SavedState> woken(StorageTier tier) throws SavedStateException {
        try {
            return memory.wake(tier, step -> needs.progress(Need.MACHINE, 0, step));
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
            return saved.templates().of(spec, step -> needs.progress(Need.MACHINE, 0, step));
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
            Machine machine = platform.driver().resume(spec, savedState, sandbox.observation(), this::runsAgain);
            goesOn = true;
            return machine;
        } catch (VmException e) {
            boolean branch = copied && sandbox.record().origin() != null;
            boolean prepared = copied && sandbox.record().machine().template() != null;
            if (prepared || (branch && e.code().equals(VmException.OTHER_PLAN))) {
                return bootedFrom(spec, savedState, prepared ? "template" : "snapshot", e);
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

    /// Boots from the disk of a snapshot or a template, as `origin` says. What a template contains is on its disk.
    private Machine bootedFrom(MachineSpec spec, SavedState savedState, String origin, VmException cause)
            throws BelljarException, InterruptedException {
        LOG.warn("{}: booting from the {}'s disk", sandbox.name(), origin, cause);
        sandbox.observation()
                .note(
                        "note",
                        "machine",
                        "booted from the %s's disk because the programs saved in the %s's memory cannot be resumed: %s"
                                .formatted(origin, origin, cause.getMessage()));
        needs.progress(
                Need.MACHINE,
                0,
                "booting from the %s's disk, because the programs saved in the %s's memory cannot be resumed"
                        .formatted(origin, origin));
        runs();
        return platform.driver().start(spec, savedState, sandbox.observation());
    }

    /// Gives the machine the limits that were set since it last started.
    private void takeLimits() throws SandboxException {
        SandboxRecord r = sandbox.record();
        MachineLimits limits =
                SettingsStore.of(sandbox.folder()).atStart(r.spec().limits(), boots(r));
        if (!limits.equals(r.spec().limits())) {
            sandbox.store(now -> now.withLimits(limits));
        }
    }

    /// True if the machine has no saved memory, neither its own nor that of the snapshot it begins with.
    private boolean boots(SandboxRecord r) {
        boolean ran = new MachineFiles(sandbox.folder().resolve("disk"), sandbox.sockets()).hasDisk();
        return (r.tier() == null || r.tier() == StorageTier.COLD) && (ran || r.origin() == null);
    }

    private void requireMemory() throws SandboxException {
        SandboxRecord r = sandbox.record();
        boolean saved = r.tier() != null || r.origin() != null;
        long boot = Math.min(r.spec().limits().memoryMiB() * MIB, HostMemory.BOOTS);
        HostMemory.require(platform.folders(), 1, saved ? HostMemory.GOES_ON : boot);
    }

    /// The specification of a sandbox's machine on this image.
    static MachineSpec spec(SandboxRuntime sandbox, BootImage image, Acceleration acceleration) {
        SandboxRecord r = sandbox.record();
        return new MachineSpec(
                r.id(),
                r.spec().name(),
                sandbox.folder().resolve("disk"),
                sandbox.sockets(),
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
