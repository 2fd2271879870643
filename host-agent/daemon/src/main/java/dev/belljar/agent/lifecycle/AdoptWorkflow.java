package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.RecordedProcess;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.host.HostBoot;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles a sandbox's record with its processes when the host agent starts: takes over the machine if it
/// still runs, and updates the record if not.
public final class AdoptWorkflow {
    private static final Logger LOG = LoggerFactory.getLogger(AdoptWorkflow.class);
    /// A running machine needs no image; its plan only has to name the same sockets and folders.
    private static final BootImage NONE =
            new BootImage(Path.of("/"), Path.of("/"), Path.of("/"), Path.of("/"), List.of());

    private final SandboxRuntime sandbox;
    private final MachinePlatform platform;
    private final GatewayConnector connector;
    private final Workflows workflows;

    AdoptWorkflow(SandboxRuntime sandbox, MachinePlatform platform, GatewayConnector connector, Workflows workflows) {
        this.sandbox = sandbox;
        this.platform = platform;
        this.connector = connector;
        this.workflows = workflows;
    }

    void run() throws InterruptedException {
        SandboxRecord record = sandbox.record();
        MachineSpec spec = spec();
        ProcessIdentity process =
                sandbox.process().or(() -> platform.driver().running(spec)).orElse(null);
        try {
            // The record drops a saved memory before the machine runs: a machine whose memory is still on record
            // is paused, and resuming it would make that memory stale. So it is killed and resumed again from
            // its memory.
            boolean asleep = process != null && record.tier() != null && process.killAndWait(StopWorkflow.KILLED);
            Machine machine = process == null || asleep
                    ? null
                    : platform.driver().adopt(spec, process).orElse(null);
            if (machine == null) {
                settle(asleep ? record.withoutProcess() : record);
            } else {
                take(machine, record.state());
            }
        } catch (VmException e) {
            unanswering(process, e);
        } catch (SandboxException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        }
    }

    private MachineSpec spec() {
        BootImage image = platform.images().ready().orElse(NONE);
        return MachineStart.spec(sandbox, image, platform.probe().cached());
    }

    private void take(Machine machine, SandboxState was) throws SandboxException, InterruptedException {
        boolean hibernates =
                was == SandboxState.STOPPING && workflows.memory(sandbox).begun();
        new LeftoverCleanup(sandbox).run(true);
        sandbox.observation().reset();
        sandbox.attach(machine);
        LOG.info(
                "{}: its machine is running as process {}",
                sandbox.name(),
                machine.process().pid());
        switch (was) {
            case RUNNING -> {
                connector.connect(sandbox, machine);
                ExitWatcher.watch(sandbox, machine);
            }
            case STOPPING -> {
                connector.connect(sandbox, machine);
                ExitWatcher.watch(sandbox, machine);
                sandbox.workflow().begin("is stopping", workflows.stop(sandbox, hibernates)::resume);
            }
            case STARTING -> sandbox.workflow().begin("is starting", workflows.start(sandbox)::resume);
            default -> {
                // The record was written too late, or the machine did not answer an earlier host agent.
                sandbox.move(SandboxState.STARTING, null, "the machine kept running while no host agent was running");
                sandbox.workflow().begin("is starting", workflows.start(sandbox)::resume);
            }
        }
    }

    /// Updates the record of a sandbox without a machine.
    private void settle(SandboxRecord record) throws SandboxException, InterruptedException {
        new LeftoverCleanup(sandbox).run(false);
        sandbox.change(SandboxRecord::withoutProcess);
        switch (record.state()) {
            case STOPPING -> sandbox.move(SandboxState.STOPPED, null, "the machine had already stopped");
            case RUNNING -> ended(record);
            case STARTING -> {
                if (record.machine().process() == null) {
                    // The host agent ended before it had started the machine; the user still wants one.
                    sandbox.workflow().begin("is starting", workflows.start(sandbox)::run);
                } else {
                    ended(record);
                }
            }
            default -> {}
        }
    }

    /// Records the end of the machine; a machine that ended with the host is not an error.
    private void ended(SandboxRecord record) throws SandboxException {
        RecordedProcess process = record.machine().process();
        String boot = process == null ? null : process.boot();
        if (boot == null || boot.equals(HostBoot.id())) {
            sandbox.fail(ended());
        } else {
            sandbox.move(SandboxState.STOPPING, null, "this computer was restarted while the sandbox was running");
            sandbox.move(SandboxState.STOPPED, null, "the disk was not deleted");
        }
    }

    /// Puts the sandbox in error. The machine may only be slow and may hold work, so it is ended only on
    /// request.
    private void unanswering(@Nullable ProcessIdentity process, VmException cause) {
        LOG.warn("{}: is running but does not respond", sandbox.name(), cause);
        if (process != null) {
            sandbox.change(r -> r.withProcess(new RecordedProcess(process.pid(), process.startTicks(), HostBoot.id())));
        }
        sandbox.fail(new SandboxException(
                        SandboxException.UNANSWERING,
                        "sandbox %s is running but does not respond: %s".formatted(sandbox.name(), cause.getMessage()),
                        "Restart the host agent to try again, or stop the sandbox with `belljar stop %s`."
                                .formatted(sandbox.name()))
                .problem());
    }

    private Problem ended() {
        return new SandboxException(
                        SandboxException.ENDED,
                        "sandbox " + sandbox.name() + " stopped while the host agent was not running",
                        "The disk was not deleted. Start the sandbox again with `belljar start " + sandbox.name()
                                + "`.")
                .problem();
    }
}
