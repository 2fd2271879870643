package dev.belljar.agent.branch;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.HostMemory;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates sandboxes from snapshots. Sandboxes and snapshots are given by id or name.
public final class BranchService {
    private static final Logger LOG = LoggerFactory.getLogger(BranchService.class);

    private final SandboxService sandboxes;
    private final SnapshotService taking;
    private final SnapshotStore store;
    private final SnapshotLookup snapshots;
    private final HostFolders folders;

    public BranchService(SandboxService sandboxes, SnapshotService taking, SnapshotStore store, HostFolders folders) {
        this.sandboxes = sandboxes;
        this.taking = taking;
        this.store = store;
        this.snapshots = new SnapshotLookup(store);
        this.folders = folders;
    }

    /// Creates sandboxes from a snapshot; returns when they are recorded, while they start.
    public List<Sandbox> branch(String snapshot, BranchSandbox request) throws BelljarException, InterruptedException {
        return branches(snapshots.required(snapshot), request, counted(request));
    }

    /// Takes a snapshot of a running sandbox and creates sandboxes from it.
    public List<Sandbox> branchNow(String sandbox, BranchSandbox request)
            throws BelljarException, InterruptedException {
        int count = counted(request);
        HostMemory.require(folders, count, HostMemory.GOES_ON);
        return branches(taking.snapshot(sandbox, new TakeSnapshot("branch point", null)), request, count);
    }

    private static int counted(BranchSandbox request) throws SandboxException {
        int count = request.count() == null ? 1 : request.count();
        if (count < 1 || count > BranchSandbox.MOST) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "count %d: expected 1 to %d branches".formatted(count, BranchSandbox.MOST),
                    null);
        }
        return count;
    }

    private List<Sandbox> branches(Snapshot origin, BranchSandbox request, int count)
            throws BelljarException, InterruptedException {
        SnapshotStore.Saved saved = store.find(origin.id());
        HostMemory.require(folders, count, HostMemory.GOES_ON);
        String name = request.name() == null ? origin.sandboxName() : request.name();
        boolean exact = request.name() != null && count == 1;
        List<Sandbox> begun = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                begun.add(sandboxes.branch(saved, name, exact));
            }
        } catch (BelljarException e) {
            begun.forEach(this::undo);
            throw e;
        }
        return begun;
    }

    /// Deletes a branch of a request that failed: the caller gets no branch, and nobody has used it yet.
    private void undo(Sandbox branch) {
        try {
            sandboxes.destroy(branch.id());
        } catch (BelljarException e) {
            LOG.warn(
                    "{}: creating the branches failed, but this branch could not be deleted",
                    branch.spec().name(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
