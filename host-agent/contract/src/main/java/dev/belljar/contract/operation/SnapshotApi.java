package dev.belljar.contract.operation;

import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.CompareWith;
import dev.belljar.contract.request.ReadComparedFile;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.WorkspaceComparison;
import java.util.List;

/// The operations on snapshots and branches.
public final class SnapshotApi {
    /// The snapshots of all sandboxes, including deleted ones.
    public static final Operation<Empty, List<Snapshot>> LIST_ALL =
            Operation.get("allSnapshots", "/snapshots").answersList(Snapshot.class);

    /// The snapshots of one sandbox.
    public static final Operation<Empty, List<Snapshot>> LIST =
            Operation.get("snapshots", "/sandboxes/{id}/snapshots").answersList(Snapshot.class);

    /// Takes a snapshot of a running machine.
    public static final Operation<TakeSnapshot, Snapshot> TAKE = Operation.post("snapshot", "/sandboxes/{id}/snapshot")
            .in(SandboxState.RUNNING)
            .body(TakeSnapshot.class)
            .answers(201, Snapshot.class);

    /// Starts new sandboxes from the present state of a running one.
    public static final Operation<BranchSandbox, List<Sandbox>> BRANCH_NOW = Operation.post(
                    "branchNow", "/sandboxes/{id}/branch")
            .in(SandboxState.RUNNING)
            .body(BranchSandbox.class)
            .answersList(201, Sandbox.class);

    /// Starts new sandboxes from a snapshot.
    public static final Operation<BranchSandbox, List<Sandbox>> BRANCH = Operation.post(
                    "branch", "/snapshots/{id}/branch")
            .body(BranchSandbox.class)
            .answersList(201, Sandbox.class);

    /// The same as [#BRANCH].
    public static final Operation<BranchSandbox, List<Sandbox>> RESTORE = Operation.post(
                    "restore", "/snapshots/{id}/restore")
            .body(BranchSandbox.class)
            .answersList(201, Sandbox.class);

    /// Compares snapshots, or running sandboxes as they are now.
    public static final Operation<CompareWith, WorkspaceComparison> COMPARE = Operation.get(
                    "compare", "/snapshots/{id}/diff")
            .query(CompareWith.class)
            .answers(WorkspaceComparison.class);

    /// A file of a comparison, as it is on both sides.
    public static final Operation<ReadComparedFile, FileContents> CONTENTS = Operation.get(
                    "comparedContents", "/snapshots/{id}/diff/file")
            .query(ReadComparedFile.class)
            .answers(FileContents.class);

    /// Deletes a snapshot.
    public static final Operation<Empty, Empty> DELETE =
            Operation.delete("deleteSnapshot", "/snapshots/{id}").answersNothing(204);

    private SnapshotApi() {}
}
