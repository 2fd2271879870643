package dev.belljar.agent.branch;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The API's operations on snapshots. Sandboxes and snapshots are given by id or name.
public interface SnapshotOperations {
    /// Takes a snapshot of a running machine, which continues to run.
    Snapshot snapshot(String sandbox, TakeSnapshot request) throws BelljarException, InterruptedException;

    /// The snapshots of one sandbox, or of all when it is null, the oldest first.
    List<Snapshot> snapshots(@Nullable String sandbox) throws BelljarException;

    /// Creates sandboxes from a snapshot; returns when they are recorded, while they start.
    List<Sandbox> branch(String snapshot, BranchSandbox request) throws BelljarException, InterruptedException;

    /// Takes a snapshot of a running sandbox and creates sandboxes from it.
    List<Sandbox> branchNow(String sandbox, BranchSandbox request) throws BelljarException, InterruptedException;

    /// Deletes a snapshot; files that its branches need stay.
    void delete(String snapshot) throws BelljarException, InterruptedException;

    /// Compares two workspaces: of snapshots, or of running sandboxes as they are now.
    WorkspaceComparison compare(String from, String to) throws BelljarException, InterruptedException;

    /// Both sides of one path of a comparison: `snapshot` is one of the two compared snapshots or sandboxes,
    /// `base` and `tip` are the comparison's commits.
    FileContents contents(String snapshot, String base, String tip, String path)
            throws BelljarException, InterruptedException;

    /// Checks whether a copied machine has its own identity.
    IdentityCheck identity(String sandbox) throws BelljarException, InterruptedException;
}
