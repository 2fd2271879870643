package dev.belljar.agent.lifecycle;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for a running machine to end by itself and changes the sandbox's state: stopped if the guest powered
/// off, else in error.
public final class ExitWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(ExitWatcher.class);

    private final SandboxRuntime sandbox;
    private final Machine machine;

    ExitWatcher(SandboxRuntime sandbox, Machine machine) {
        this.sandbox = sandbox;
        this.machine = machine;
    }

    /// Begins to wait on a new thread.
    static void watch(SandboxRuntime sandbox, Machine machine) {
        Thread.ofVirtual().name(sandbox.name() + " watch").start(() -> new ExitWatcher(sandbox, machine).await());
    }

    private void await() {
        try {
            MachineEnd end = machine.ended().get();
            // Holds the sandbox's monitor, so that a start, stop or destroy is either finished or not begun.
            synchronized (sandbox) {
                tell(end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.warn("{}: {}", sandbox.name(), e.toString());
        }
    }

    private void tell(MachineEnd end) {
        boolean current = machine.equals(sandbox.machine().orElse(null));
        if (!current || sandbox.closing() || sandbox.state() != SandboxState.RUNNING) {
            return; // a stop or the end of the host agent is under way and says what there is to say
        }
        sandbox.release();
        if (end.orderly()) {
            sandbox.moveFrom(SandboxState.RUNNING, SandboxState.STOPPING, null, end.sentence());
            sandbox.moveFrom(SandboxState.STOPPING, SandboxState.STOPPED, null, end.sentence());
        } else {
            sandbox.moveFrom(SandboxState.RUNNING, SandboxState.ERROR, problem(end.sentence()), null);
        }
    }

    private Problem problem(String how) {
        return new SandboxException(
                        SandboxException.ENDED,
                        "sandbox " + sandbox.name() + " stopped unexpectedly: " + how,
                        "The disk was not deleted. Start the sandbox again with `belljar start " + sandbox.name()
                                + "`.")
                .problem();
    }
}
