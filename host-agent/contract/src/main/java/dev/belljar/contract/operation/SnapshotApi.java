package dev.belljar.contract.operation;

import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.request.work.CompareWith;
import dev.belljar.contract.request.work.ReadComparedFile;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;

/// The operations on snapshots and branches.
public final class SnapshotApi {
    public static final Operation<Empty, List<Snapshot>> LIST_ALL = Operation.get("allSnapshots", "/snapshots")
            .about("Lists all snapshots, the oldest first.", "The snapshots.")
            .answersList(Snapshot.class);

    public static final Operation<Empty, List<Snapshot>> LIST = Operation.get("snapshots", "/sandboxes/{id}/snapshots")
            .about("Lists the snapshots of one sandbox, the oldest first.", "The snapshots.")
            .answersList(Snapshot.class);

    public static final Operation<TakeSnapshot, Snapshot> TAKE = Operation.post("snapshot", "/sandboxes/{id}/snapshot")
            .about("Takes a snapshot of a running machine, which keeps running.", "The new snapshot.")
            .in(SandboxState.RUNNING)
            .body(TakeSnapshot.class)
            .answers(201, Snapshot.class);

    public static final Operation<BranchSandbox, List<Sandbox>> BRANCH_NOW = Operation.post(
                    "branchNow", "/sandboxes/{id}/branch")
            .about(
                    "Creates branches of a running sandbox from its current state.",
                    "The new sandboxes, which are starting.")
            .in(SandboxState.RUNNING)
            .body(BranchSandbox.class)
            .answersList(201, Sandbox.class);

    public static final Operation<BranchSandbox, List<Sandbox>> BRANCH = Operation.post(
                    "branch", "/snapshots/{id}/branch")
            .about("Creates sandboxes that continue from a snapshot.", "The new sandboxes, which are starting.")
            .body(BranchSandbox.class)
            .answersList(201, Sandbox.class);

    public static final Operation<CompareWith, WorkspaceComparison> COMPARE = Operation.get(
                    "compare", "/snapshots/{id}/diff")
            .about(
                    "Compares the workspaces of two snapshots, or of running sandboxes in their current " + "state.",
                    "The changed files.")
            .query(CompareWith.class)
            .answers(WorkspaceComparison.class);

    public static final Operation<ReadComparedFile, FileContents> CONTENTS = Operation.get(
                    "comparedContents", "/snapshots/{id}/diff/file")
            .about("Returns both sides of one file in a comparison.", "The contents of both sides.")
            .query(ReadComparedFile.class)
            .answers(FileContents.class);

    public static final Operation<Empty, Snapshot> KEEP = Operation.post("keepSnapshot", "/snapshots/{id}/keep")
            .about("Keeps an automatic snapshot until it is deleted on request.", "The snapshot.")
            .answers(Snapshot.class);

    public static final Operation<Empty, Empty> DELETE = Operation.delete("deleteSnapshot", "/snapshots/{id}")
            .about("Deletes a snapshot; data that its branches need is kept.", "The snapshot was deleted.")
            .answersNothing(204);

    public static final Operation<Empty, AutomaticSnapshotSettings> SETTINGS = Operation.get(
                    "automaticSnapshots", "/automatic-snapshots")
            .about(
                    "Returns when Belljar takes automatic snapshots of sandboxes that have no settings of their own.",
                    "The settings.")
            .answers(AutomaticSnapshotSettings.class);

    public static final Operation<SetAutomaticSnapshots, AutomaticSnapshotSettings> SET_SETTINGS = Operation.put(
                    "setAutomaticSnapshots", "/automatic-snapshots")
            .about(
                    "Changes when Belljar takes automatic snapshots of sandboxes that have no settings of their own; "
                            + "omitted fields stay unchanged.",
                    "The new settings.")
            .body(SetAutomaticSnapshots.class)
            .answers(AutomaticSnapshotSettings.class);

    public static final Operation<Empty, AutomaticSnapshotSettings> RESET_SETTINGS = Operation.delete(
                    "resetAutomaticSnapshots", "/automatic-snapshots")
            .about("Restores the default settings for automatic snapshots.", "The new settings.")
            .answers(AutomaticSnapshotSettings.class);

    public static final Operation<Empty, AutomaticSnapshotSettings> SANDBOX_SETTINGS = Operation.get(
                    "sandboxAutomaticSnapshots", "/sandboxes/{id}/automatic-snapshots")
            .about("Returns when Belljar takes automatic snapshots of one sandbox.", "The settings in force.")
            .answers(AutomaticSnapshotSettings.class);

    public static final Operation<SetAutomaticSnapshots, AutomaticSnapshotSettings> SET_SANDBOX_SETTINGS =
            Operation.put("setSandboxAutomaticSnapshots", "/sandboxes/{id}/automatic-snapshots")
                    .about(
                            "Changes when Belljar takes automatic snapshots of one sandbox; omitted fields stay "
                                    + "unchanged.",
                            "The new settings.")
                    .body(SetAutomaticSnapshots.class)
                    .answers(AutomaticSnapshotSettings.class);

    public static final Operation<Empty, AutomaticSnapshotSettings> RESET_SANDBOX_SETTINGS = Operation.delete(
                    "resetSandboxAutomaticSnapshots", "/sandboxes/{id}/automatic-snapshots")
            .about(
                    "Removes the sandbox's own settings, so that those for all sandboxes apply again.",
                    "The new settings.")
            .answers(AutomaticSnapshotSettings.class);

    private SnapshotApi() {}
}
