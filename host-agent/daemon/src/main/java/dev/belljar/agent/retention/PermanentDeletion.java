package dev.belljar.agent.retention;

import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes a sandbox that Belljar made for itself, with everything in it, permanently.
public record PermanentDeletion(SandboxService sandboxes, TrashService trash) {
    private static final Logger LOG = LoggerFactory.getLogger(PermanentDeletion.class);

    /// Deletes the sandbox even if the thread is interrupted; the interrupt is kept. Returns false if it is still
    /// there.
    public boolean run(SandboxRuntime sandbox) {
        boolean interrupted = Thread.interrupted();
        boolean gone = false;
        try {
            sandboxes.destroyNow(sandbox.id());
            trash.discard(sandbox.id());
            gone = true;
        } catch (BelljarException e) {
            LOG.warn("{}: the sandbox could not be deleted: {}", sandbox.name(), e.getMessage());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gone;
    }
}
