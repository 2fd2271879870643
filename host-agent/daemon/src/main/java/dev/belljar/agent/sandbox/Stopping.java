package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One stop of one sandbox: saves the work, syncs the disks, powers the guest off in order, and ends it if it
/// does not go.
final class Stopping {
    private static final Logger LOG = LoggerFactory.getLogger(Stopping.class);
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final LiveSandbox sandbox;

    Stopping(LiveSandbox sandbox) {
        this.sandbox = sandbox;
    }

    void run() {
        try {
            sandbox.anyLink().filter(link -> link.state() == LinkState.UP).ifPresent(this::salvage);
            String how = end();
            sandbox.detach();
            sandbox.change(r -> LiveSandbox.withProcess(r, null, null));
            sandbox.move(SandboxState.STOPPED, null, how);
        } catch (SandboxException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Keeps work that is only in the machine, so that whatever happens to a stopped machine's disk, it is there.
    private void salvage(GuestLink link) {
        try {
            Optional<String> ref = sandbox.record().delivered()
                    ? sandbox.rooms().workspace().salvage(sandbox.id(), sandbox.project(), link)
                    : Optional.empty();
            sandbox.observation().note("salvage", "salvage", ref.orElse("nothing beyond the base"));
        } catch (SyncException e) {
            LOG.warn("{}: work was not saved beside its disk: {}", sandbox.name(), e.getMessage());
            sandbox.observation().note("salvage", "failed", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String end() throws InterruptedException {
        Machine machine = sandbox.machine().orElse(null);
        if (machine == null) {
            return "there was no machine";
        }
        try {
            GuestLink link = sandbox.anyLink().orElse(null);
            if (link != null && link.state() == LinkState.UP) {
                link.syncDisks();
                link.shutdown();
            }
        } catch (GuestException e) {
            LOG.warn("{}: asked to power off: {}", sandbox.name(), e.getMessage());
        }
        machine.awaitEnd(PATIENCE);
        return "powered off";
    }
}
