package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings a record and reality together when the host agent starts: takes over the machine if it still runs,
/// tells the record if not.
final class Adoption {
    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);
    /// A machine that runs already needs no image; its plan only has to name the same sockets and folders.
    private static final BootImage NONE =
            new BootImage(Path.of("/"), Path.of("/"), Path.of("/"), Path.of("/"), List.of());

    private final LiveSandbox sandbox;

    Adoption(LiveSandbox sandbox) {
        this.sandbox = sandbox;
    }

    void run() throws InterruptedException {
        SandboxRecord record = sandbox.record();
        Machine machine = find(record).orElse(null);
        try {
            if (machine != null) {
                take(machine, record.state());
            } else if (inFlight(record.state())) {
                sandbox.change(r -> LiveSandbox.withProcess(r, null, null));
                settle(record.state(), ended());
            }
        } catch (SandboxException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        }
    }

    private Optional<Machine> find(SandboxRecord record) throws InterruptedException {
        Long pid = record.pid();
        Long start = record.pidStart();
        if (pid == null || start == null) {
            return Optional.empty();
        }
        BootImage image = sandbox.rooms().images().ready().orElse(NONE);
        MachineSpec spec = Starting.spec(sandbox, image, sandbox.rooms().probe().cached());
        ProcessIdentity process = new ProcessIdentity(pid, start);
        try {
            return sandbox.rooms().driver().adopt(spec, process);
        } catch (VmException e) {
            LOG.warn("{}: runs but does not answer, and is ended", sandbox.name(), e);
            process.kill();
            return Optional.empty();
        }
    }

    private void take(Machine machine, SandboxState was) throws SandboxException {
        sandbox.observation().reset();
        sandbox.attach(machine, Starting.mac(sandbox.id()));
        LOG.info(
                "{}: its machine runs, process {}",
                sandbox.name(),
                machine.process().pid());
        switch (was) {
            case RUNNING ->
                Thread.ofVirtual().name(sandbox.name() + " watch").start(() -> new Ending(sandbox, machine).await());
            case STARTING -> sandbox.begin("starts", new Starting(sandbox)::resume);
            case STOPPING -> sandbox.begin("stops", new Stopping(sandbox)::run);
            default -> {
                LOG.warn("{}: a machine runs that its record does not know of; it is stopped", sandbox.name());
                sandbox.begin("stops", new Stopping(sandbox)::run);
            }
        }
    }

    private void settle(SandboxState was, @Nullable Problem problem) throws SandboxException {
        if (was == SandboxState.STOPPING) {
            sandbox.move(SandboxState.STOPPED, null, "had ended");
        } else {
            sandbox.move(SandboxState.ERROR, problem, null);
        }
    }

    private Problem ended() {
        return new SandboxException(
                        SandboxException.ENDED,
                        "the machine of " + sandbox.name() + " ended while the host agent was not running",
                        "Its disk is kept; start it again with `belljar start " + sandbox.name() + "`.")
                .problem();
    }

    private static boolean inFlight(SandboxState state) {
        return state == SandboxState.STARTING || state == SandboxState.RUNNING || state == SandboxState.STOPPING;
    }
}
