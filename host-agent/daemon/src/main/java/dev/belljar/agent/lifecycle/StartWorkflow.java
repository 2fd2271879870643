package dev.belljar.agent.lifecycle;

import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.sandbox.StartRequirements;
import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts one sandbox: meets each requirement in turn and reports it, until the sandbox is running, failed or
/// cancelled.
final class StartWorkflow {
    private static final Logger LOG = LoggerFactory.getLogger(StartWorkflow.class);

    private final SandboxRuntime sandbox;
    private final MachinePlatform platform;
    private final SavedMachines saved;
    private final MachineStart machine;
    private final ProjectDelivery project;
    private final GatewayConnector connector;
    private final PostStartTasks tasks;
    private final StartRequirements needs;

    StartWorkflow(
            SandboxRuntime sandbox,
            MachinePlatform platform,
            SavedMachines saved,
            MachineStart machine,
            ProjectDelivery project,
            GatewayConnector connector,
            PostStartTasks tasks) {
        this.sandbox = sandbox;
        this.platform = platform;
        this.saved = saved;
        this.machine = machine;
        this.project = project;
        this.connector = connector;
        this.tasks = tasks;
        this.needs = sandbox.requirements();
    }

    /// Runs the start; afterwards the sandbox is running, stopped (cancelled) or in error.
    void run() {
        guarded(() -> {
            BootImage image = new ImageChoice(sandbox, platform.images(), saved.projects()).image();
            Acceleration acceleration = prove(image);
            platform.emulation().require(acceleration);
            project.begin();
            try (DiskLayers.Hold _ = saved.snapshots().layers().hold()) {
                machine.run(image, acceleration);
            }
        });
    }

    /// Continues the start of a machine that was found running, with or without its project.
    void resume() {
        guarded(() -> {
            for (Need need : List.of(Need.IMAGE, Need.ACCELERATION, Need.CAPTURE, Need.MACHINE)) {
                needs.met(need, "the machine kept running while no host agent was running");
            }
            machine.found();
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

    private Acceleration prove(BootImage image) throws BelljarException, InterruptedException {
        needs.begin(Need.ACCELERATION, "booting a small test machine, once per computer");
        Acceleration acceleration = platform.probe().prove(image);
        needs.met(Need.ACCELERATION, acceleration.label());
        return acceleration;
    }

    private void finish(long begun) throws BelljarException, InterruptedException {
        needs.begin(Need.GUEST, null);
        new GuestBootWaiter(sandbox, needs, platform.driver(), saved.snapshots().layers(), machine.booting()).await();
        needs.met(Need.GUEST, null);
        GuestLink link = sandbox.anyLink().orElseThrow();
        needs.begin(Need.IDENTITY, null);
        link.identity(MachineIdentity.next(sandbox.id(), sandbox.name()));
        needs.met(Need.IDENTITY, null);
        connector.inspection().configure(sandbox, link);
        connector.inspection().variables().configure(sandbox, link);
        connector.connect(sandbox, sandbox.machine().orElseThrow());
        sandbox.usable().complete(link);
        project.await();
        project.deliver(link);
        // The old memory is moved away before a request can save the next one to the same path.
        machine.memory().putAway();
        long millis = (System.nanoTime() - begun) / 1_000_000;
        String ready = "ready in %.1f s".formatted(millis / 1000.0);
        if (!sandbox.moveFrom(SandboxState.STARTING, SandboxState.RUNNING, null, ready)) {
            return; // a stop was requested in the last step, and ends the machine
        }
        ExitWatcher.watch(sandbox, sandbox.machine().orElseThrow());
        // The remaining work is not essential, so it runs on another thread, as a stop interrupts this one and
        // must not fail for it.
        Thread.ofVirtual().name(sandbox.name() + " after start").start(() -> tasks.run(link));
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
            project.cancel();
            sandbox.usable().completeExceptionally(new CancellationException());
            Machine running = sandbox.machine().orElse(null);
            if (running != null) {
                running.kill();
            }
            sandbox.release();
            if (problem != null) {
                sandbox.moveFrom(SandboxState.STARTING, SandboxState.ERROR, problem, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
