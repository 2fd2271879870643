package dev.belljar.contract.operation;

import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadProjectSync;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.util.List;

/// The operations that review the work of a sandbox and bring it to the project, on sync modes, and on what waits
/// for review.
public final class SyncApi {
    public static final Operation<Empty, SyncPlan> PLAN = Operation.post("plan", "/sandboxes/{id}/sync")
            .about("Fetches the work and returns its review.", "The review.")
            .in(SandboxState.RUNNING)
            .answers(SyncPlan.class);

    public static final Operation<ReadReview, ReviewQueue> REVIEW = Operation.get(
                    "review", "/sandboxes/{id}/sync/review")
            .about(
                    "Returns the work that is waiting for review, commit by commit. If the machine is running and "
                            + "something may have changed since the last fetch, the work is fetched first; otherwise, "
                            + "the last fetched work is returned.",
                    "The work that is waiting for review.")
            .query(ReadReview.class)
            .answers(ReviewQueue.class);

    public static final Operation<ReadHunks, FileHunks> HUNKS = Operation.get("hunks", "/sandboxes/{id}/sync/hunks")
            .about("Returns the hunks of one file in an entry of a review.", "The hunks and both sides of the file.")
            .query(ReadHunks.class)
            .answers(FileHunks.class);

    public static final Operation<ReadHunkCounts, HunkCounts> HUNK_COUNTS = Operation.get(
                    "hunkCounts", "/sandboxes/{id}/sync/hunks/counts")
            .about(
                    "Returns how many hunks files in an entry of a review have, for as many files as can be counted "
                            + "in a moment.",
                    "The numbers of hunks.")
            .query(ReadHunkCounts.class)
            .answers(HunkCounts.class);

    public static final Operation<Empty, ReviewBases> BASES = Operation.get("reviewBases", "/sandboxes/{id}/sync/bases")
            .about("Returns the branches of the project that a sandbox's work can be compared with.", "The branches.")
            .answers(ReviewBases.class);

    public static final Operation<AcceptSync, SyncResult> ACCEPT = Operation.post(
                    "accept", "/sandboxes/{id}/sync/accept")
            .about(
                    "Brings reviewed work, without what was skipped, to a branch of the project (`belljar/<sandbox>` "
                            + "by default), into a patch, or into the files of the project's working tree.",
                    "The result of the sync.")
            .body(AcceptSync.class)
            .answers(SyncResult.class);

    public static final Operation<AcceptSync, SyncConflicts> CONFLICTS = Operation.post(
                    "conflicts", "/sandboxes/{id}/sync/conflicts")
            .about(
                    "Returns the conflicts that would make the host agent refuse this request to change the working "
                            + "tree, with `sync.conflicts`. Nothing is changed. The host agent accepts the request if "
                            + "it contains a resolution for each of these files.",
                    "The conflicts, file by file.")
            .body(AcceptSync.class)
            .answers(SyncConflicts.class);

    public static final Operation<UndoSync, SyncUndone> UNDO = Operation.post("undoSync", "/sandboxes/{id}/sync/undo")
            .about(
                    "Restores the files that a sync into the working tree changed. Nothing is restored if one of them "
                            + "has been changed since.",
                    "The restored files.")
            .body(UndoSync.class)
            .answers(SyncUndone.class);

    public static final Operation<Empty, List<SyncStatus>> ALL = Operation.get("syncs", "/sync")
            .about("Returns the state of every sandbox's sync.", "One status for each sandbox.")
            .answersList(SyncStatus.class);

    public static final Operation<Empty, SyncStatus> STATUS = Operation.get("syncStatus", "/sandboxes/{id}/sync/status")
            .about(
                    "Returns the state of a sandbox's sync, without running anything in the sandbox.",
                    "The state of the sync.")
            .answers(SyncStatus.class);

    public static final Operation<Empty, SyncSettings> SETTINGS = Operation.get(
                    "syncSettings", "/sandboxes/{id}/sync/settings")
            .about("Returns the sync settings of a sandbox.", "The settings in force.")
            .answers(SyncSettings.class);

    public static final Operation<SetSync, SyncSettings> SET = Operation.put("setSync", "/sandboxes/{id}/sync/settings")
            .about("Changes the sync settings of a sandbox.", "The new settings.")
            .body(SetSync.class)
            .answers(SyncSettings.class);

    public static final Operation<Empty, SyncSettings> RESET = Operation.delete(
                    "resetSync", "/sandboxes/{id}/sync/settings")
            .about("Removes the sandbox's own settings, so that those of its project apply.", "The new settings.")
            .answers(SyncSettings.class);

    public static final Operation<ReadProjectSync, SyncSettings> PROJECT = Operation.get(
                    "projectSync", "/projects/sync")
            .about(
                    "Returns a project's sync settings, which apply to its sandboxes that have none of their own.",
                    "The settings of the project.")
            .query(ReadProjectSync.class)
            .answers(SyncSettings.class);

    public static final Operation<SetProjectSync, SyncSettings> SET_PROJECT = Operation.put(
                    "setProjectSync", "/projects/sync")
            .about(
                    "Changes a project's sync settings, which apply to its sandboxes that have none of their own, and "
                            + "whether safe work from all its sandboxes is applied without a review.",
                    "The new settings of the project.")
            .body(SetProjectSync.class)
            .answers(SyncSettings.class);

    public static final Operation<ReadProjectSync, SyncSettings> RESET_PROJECT = Operation.delete(
                    "resetProjectSync", "/projects/sync")
            .about(
                    "Removes a project's mode and time, so that the defaults apply. Whether safe work is applied"
                            + " without a review does not change.",
                    "The new settings of the project.")
            .query(ReadProjectSync.class)
            .answers(SyncSettings.class);

    private SyncApi() {}
}
