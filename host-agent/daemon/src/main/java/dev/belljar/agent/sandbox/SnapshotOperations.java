package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.IdentityCheck;
import dev.belljar.contract.view.WorkspaceComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be asked of moments that were saved. A sandbox is given by its id or name, a snapshot by its id
/// or its name.
public interface SnapshotOperations {
    /// Saves a running machine, which goes on.
    Snapshot snapshot(String sandbox, TakeSnapshot request) throws BelljarException, InterruptedException;

    /// The snapshots of one sandbox, or of all when it is null, the oldest first.
    List<Snapshot> snapshots(@Nullable String sandbox) throws BelljarException;

    /// Lets new sandboxes go on from a snapshot; returns when they are recorded, they start meanwhile.
    List<Sandbox> branch(String snapshot, BranchSandbox request) throws BelljarException, InterruptedException;

    /// The same from a running sandbox as it is now, of which a snapshot is taken.
    List<Sandbox> branchNow(String sandbox, BranchSandbox request) throws BelljarException, InterruptedException;

    /// Forgets a snapshot; what branches of it need stays.
    void delete(String snapshot) throws BelljarException, InterruptedException;

    /// What differs between the workspaces of two moments: snapshots, or running sandboxes as they are now.
    WorkspaceComparison compare(String from, String to) throws BelljarException, InterruptedException;

    /// Both sides of one path of a comparison: `moment` is either of its moments, `base` and `tip` are
    /// its commits.
    FileContents contents(String moment, String base, String tip, String path)
            throws BelljarException, InterruptedException;

    /// Whether a machine that was copied knows that it is not the original.
    IdentityCheck identity(String sandbox) throws BelljarException, InterruptedException;
}
