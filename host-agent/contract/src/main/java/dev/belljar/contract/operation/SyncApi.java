package dev.belljar.contract.operation;

import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;

/// The operations that review the work of a sandbox and bring it to the project.
public final class SyncApi {
    public static final Operation<Empty, SyncPlan> PLAN = Operation.post("plan", "/sandboxes/{id}/sync")
            .about("Fetches the work and returns its review.", "The review.")
            .in(SandboxState.RUNNING)
            .answers(SyncPlan.class);

    public static final Operation<ReadReview, ReviewQueue> REVIEW = Operation.get(
                    "review", "/sandboxes/{id}/sync/review")
            .about(
                    "Returns the work that waits for review, commit by commit. While the machine is running, the work "
                            + "is fetched if something may have changed since the last fetch; otherwise it is what was "
                            + "fetched last.",
                    "The work that waits for review.")
            .query(ReadReview.class)
            .answers(ReviewQueue.class);

    public static final Operation<ReadHunks, FileHunks> HUNKS = Operation.get("hunks", "/sandboxes/{id}/sync/hunks")
            .about("Returns the hunks of one file in an entry of a review.", "The hunks and both sides of the file.")
            .query(ReadHunks.class)
            .answers(FileHunks.class);

    public static final Operation<AcceptSync, SyncResult> ACCEPT = Operation.post(
                    "accept", "/sandboxes/{id}/sync/accept")
            .about(
                    "Puts reviewed work, without what was skipped, on a branch of the project (`belljar/<sandbox>` by "
                            + "default), into a patch, or into the files of the project's working tree.",
                    "The result of the sync.")
            .body(AcceptSync.class)
            .answers(SyncResult.class);

    public static final Operation<UndoSync, SyncUndone> UNDO = Operation.post("undoSync", "/sandboxes/{id}/sync/undo")
            .about(
                    "Restores the files that a sync into the working tree changed. Nothing is restored if one of them "
                            + "was changed since.",
                    "The restored files.")
            .body(UndoSync.class)
            .answers(SyncUndone.class);

    private SyncApi() {}
}
