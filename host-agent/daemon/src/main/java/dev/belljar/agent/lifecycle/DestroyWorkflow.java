package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Destroys one sandbox without losing work: first salvages the work that exists only in the machine, then moves
/// the sandbox to the trash, from where it can be restored.
public final class DestroyWorkflow {
    private static final Logger LOG = LoggerFactory.getLogger(DestroyWorkflow.class);

    private final SandboxRuntime sandbox;
    private final AccessService access;
    private final WarmPool pool;
    private final WorkspaceTransfer workspace;
    private final TrashMove trash;
    private final WorkSalvager work;

    DestroyWorkflow(
            SandboxRuntime sandbox, AccessService access, WarmPool pool, WorkspaceTransfer workspace, TrashMove trash) {
        this.sandbox = sandbox;
        this.access = access;
        this.pool = pool;
        this.workspace = workspace;
        this.trash = trash;
        this.work = new WorkSalvager(sandbox, workspace);
    }

    DestroyResult run() throws BelljarException, InterruptedException {
        pool.release(sandbox.id());
        sandbox.containment().close("the sandbox is being destroyed");
        // The state changes first: from here on, the end of the machine is expected.
        sandbox.moveFrom(SandboxState.RUNNING, SandboxState.STOPPING, null, "the sandbox is being destroyed");
        work.begin();
        GuestLink link =
                sandbox.anyLink().filter(l -> l.state() == LinkState.UP).orElse(null);
        Optional<String> salvage = work.fetch(link);
        endMachine(link);
        sandbox.moveFrom(SandboxState.STOPPING, SandboxState.STOPPED, null, null);
        trash.announce(sandbox.record(), salvage.orElse(null));
        sandbox.move(SandboxState.DESTROYED, null, null);
        sandbox.close();
        access.of(sandbox).sshKeys().forget();
        Path rest = trash.run(sandbox.record());
        String repository = workspace.repository(sandbox.project()).toString();
        return new DestroyResult(
                sandbox.id(),
                salvage.orElse(null),
                repository,
                detail(TrashMove.expendable(sandbox.record()), salvage, rest));
    }

    private void endMachine(@Nullable GuestLink link) throws SandboxException, InterruptedException {
        Machine machine = sandbox.machine().orElse(null);
        if (machine != null) {
            syncDisks(link);
            work.ends();
            machine.kill();
            work.settle();
        }
        sandbox.release();
        ProcessIdentity left = sandbox.process().orElse(null);
        if (left != null && !left.killAndWait(StopWorkflow.KILLED)) {
            sandbox.change(r -> r.withSalvaged(false));
            SandboxException unending = new SandboxException(
                    SandboxException.UNENDING,
                    "sandbox %s: process %d could not be killed, so nothing was deleted"
                            .formatted(sandbox.name(), left.pid()),
                    "Try to destroy the sandbox again. If that fails, run `belljar doctor` to check this computer.");
            sandbox.fail(unending.problem());
            throw unending;
        }
        sandbox.release();
    }

    private void syncDisks(@Nullable GuestLink link) throws InterruptedException {
        try {
            if (link != null && !work.skipped()) {
                work.syncDisks(link);
            }
        } catch (GuestException e) {
            LOG.warn("{}: disks were not synced: {}", sandbox.name(), e.getMessage());
        }
    }

    private String detail(boolean saved, Optional<String> salvage, Path rest) {
        if (saved) {
            return salvage.map(ref -> "Unsynced work is saved at " + ref + ".").orElse("There was no unsynced work.");
        }
        String before = salvage.map(ref -> " Work that was fetched earlier is saved at " + ref + ".")
                .orElse("");
        if (work.skipped()) {
            return "The sandbox's work was not fetched, but is still on its disk in the trash at " + rest
                    + ". To restore the sandbox, run `belljar trash restore "
                    + sandbox.id()
                    + "`. Data that programs had not yet written to the disk is lost."
                    + before;
        }
        return "Not all work in the sandbox could be fetched"
                + work.fault().map(why -> ": " + why).orElse("")
                + ". The sandbox's disk was not deleted; it is in the trash at "
                + rest + "." + before;
    }
}
