package dev.belljar.agent.lifecycle;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops one sandbox: salvages the work, syncs the disks, powers the guest off cleanly, and kills it if it does
/// not end. A machine that cannot be hibernated continues to run, with a problem that says why.
public final class StopWorkflow {
    private static final Logger LOG = LoggerFactory.getLogger(StopWorkflow.class);
    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final long REACHED_MILLIS = 60_000;
    static final Duration KILLED = Duration.ofSeconds(10);

    private final SandboxRuntime sandbox;
    private final boolean hibernate;
    private final MachinePlatform platform;
    private final SavedMemory memory;
    private final WorkSalvager work;

    StopWorkflow(
            SandboxRuntime sandbox,
            boolean hibernate,
            MachinePlatform platform,
            SavedMemory memory,
            WorkspaceTransfer workspace) {
        this.sandbox = sandbox;
        this.hibernate = hibernate;
        this.platform = platform;
        this.memory = memory;
        this.work = new WorkSalvager(sandbox, workspace);
    }

    /// Continues a stop that an earlier host agent began, after connecting to the guest again.
    void resume() {
        try {
            sandbox.observation().awaitLinked(REACHED_MILLIS);
            run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void run() {
        try {
            work.begin();
            if (hibernate) {
                memory.begin();
            }
            work.fetch(sandbox.anyLink()
                    .filter(link -> link.state() == LinkState.UP)
                    .orElse(null));
            Machine machine = sandbox.machine().orElse(null);
            if (hibernate && machine != null && !work.skipped()) {
                hibernate(machine);
            } else {
                finish(end());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The top of a virtual thread: after any error the sandbox must not stay in STOPPING for ever.
            LOG.error("{}: stop failed", sandbox.name(), e);
            sandbox.fail(Problem.of(ProblemCode.INTERNAL, "stop failed", String.valueOf(e), null));
        }
    }

    private void finish(String how) throws InterruptedException {
        work.settle();
        sandbox.release();
        if (sandbox.process().isPresent()) {
            sandbox.fail(unending());
        } else {
            sandbox.moveFrom(SandboxState.STOPPING, SandboxState.STOPPED, null, how);
        }
    }

    /// Hibernates the machine. If it cannot be saved it continues to run: the user did not ask to lose its
    /// memory.
    private void hibernate(Machine machine) throws InterruptedException {
        try {
            save(machine);
        } catch (BelljarException e) {
            if (work.skipped()) {
                finish(end());
                return;
            }
            LOG.warn("{}: keeps running, because it could not be hibernated", sandbox.name(), e);
            goOn(machine, e);
            return;
        }
        finish("hibernated");
    }

    private void save(Machine machine) throws BelljarException, InterruptedException {
        GuestLink link = sandbox.anyLink().orElse(null);
        if (link != null && link.state() == LinkState.UP) {
            work.syncDisks(link);
        }
        String key = sandbox.record().machine().imageKey();
        BootImage image = key == null ? null : platform.images().withKey(key).orElse(null);
        if (image == null) {
            throw new SandboxException(
                    SandboxException.IMAGE_GONE,
                    "the guest image that the sandbox was started from no longer exists",
                    "Stopping a sandbox saves its work and does not delete its disk.");
        }
        MachineSpec spec = MachineStart.spec(sandbox, image, platform.probe().cached());
        work.ends();
        memory.save(machine, spec);
    }

    /// Continues the machine after a failed hibernation, which counts as use, so that the retention policy does
    /// not try again at once.
    private void goOn(Machine machine, BelljarException why) throws InterruptedException {
        try {
            machine.resume();
        } catch (VmException e) {
            LOG.warn("{}: could not be resumed: {}", sandbox.name(), e.getMessage());
        }
        sandbox.observation().activity().restart();
        sandbox.goesOn();
        Problem problem = awake(why);
        if (sandbox.moveFrom(SandboxState.STOPPING, SandboxState.RUNNING, problem, null)) {
            memory.giveUp();
            sandbox.observation().note("note", "hibernate", problem.detail());
            if (machine.ended().isDone()) {
                // An end during the stop was ignored by the former watcher, so another one is started.
                ExitWatcher.watch(sandbox, machine);
            }
        }
    }

    private Problem awake(BelljarException why) {
        String hint = why.hint() == null ? "" : why.hint() + " ";
        return new SandboxException(
                        why.code(),
                        "sandbox %s could not be hibernated and keeps running: %s"
                                .formatted(sandbox.name(), why.getMessage()),
                        hint
                                + "Shut the sandbox down instead with `belljar stop %s`, which ends its programs."
                                        .formatted(sandbox.name()))
                .problem();
    }

    private Problem unending() {
        return new SandboxException(
                        SandboxException.UNENDING,
                        "sandbox " + sandbox.name() + " could not be stopped: its process is still running",
                        "The sandbox's disk is intact. Try to stop the sandbox again. If that fails, "
                                + "run `belljar doctor` to check this computer.")
                .problem();
    }

    private String end() throws InterruptedException {
        memory.giveUp();
        Machine machine = sandbox.machine().orElse(null);
        if (machine == null) {
            return endProcess();
        }
        if (work.skipped()) {
            work.ends();
            machine.kill();
            return "stopped immediately as requested; " + work.fault().orElse("its work had already been saved");
        }
        try {
            GuestLink link = sandbox.anyLink().orElse(null);
            if (link != null && link.state() == LinkState.UP) {
                work.syncDisks(link);
                work.ends();
                link.shutdown();
            }
        } catch (GuestException e) {
            LOG.warn("{}: could not ask the guest to power off: {}", sandbox.name(), e.getMessage());
        }
        machine.awaitEnd(PATIENCE);
        return work.skipped() ? "stopped immediately as requested" : "powered off";
    }

    /// Ends the process of a machine that could not be taken over and so accepts no commands.
    private String endProcess() throws InterruptedException {
        ProcessIdentity process = sandbox.process().orElse(null);
        if (process == null) {
            return "the machine was not running";
        }
        process.killAndWait(KILLED);
        return "killed because it did not respond";
    }
}
