package dev.belljar.agent.sandbox;

import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for a running machine to end by itself and says so: in order when the guest powered off, in error when not.
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final LiveSandbox sandbox;
    private final Machine machine;

    Ending(LiveSandbox sandbox, Machine machine) {
        this.sandbox = sandbox;
        this.machine = machine;
    }

    void await() {
        try {
            String how = machine.ended().get();
            if (!machine.equals(sandbox.machine().orElse(null)) || sandbox.state() != SandboxState.RUNNING) {
                return; // a stop or the end of the host agent is under way and says what there is to say
            }
            sandbox.detach();
            sandbox.change(r -> LiveSandbox.withProcess(r, null, null));
            if (how.contains("guest")) {
                sandbox.move(SandboxState.STOPPING, null, how);
                sandbox.move(SandboxState.STOPPED, null, how);
            } else {
                sandbox.move(SandboxState.ERROR, problem(how), null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | SandboxException e) {
            LOG.warn("{}: {}", sandbox.name(), e.toString());
        }
    }

    private Problem problem(String how) {
        return new SandboxException(
                        SandboxException.ENDED,
                        "the machine of " + sandbox.name() + " ended by itself: " + how,
                        "Its disk is kept; start it again with `belljar start " + sandbox.name() + "`.")
                .problem();
    }
}
