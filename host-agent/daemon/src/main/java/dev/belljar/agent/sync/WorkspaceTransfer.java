package dev.belljar.agent.sync;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Transfers a project into a machine and its work back, through the host's own bare repository.
public interface WorkspaceTransfer {
    /// Checks quickly whether this folder can be captured.
    ///
    /// @throws SyncException as `capture` would
    void check(Path project, boolean plainFolder) throws SyncException, InterruptedException;

    /// Captures the project as it is now (HEAD, index, uncommitted and untracked but not ignored files) into the
    /// host's own repository, without touching the project's index, working tree or refs.
    ///
    /// @throws SyncException `sync.not-a-repository` for a plain folder when `plainFolder` is false, and for
    /// anything git refuses
    Capture capture(String sandbox, Path project, boolean plainFolder) throws SyncException, InterruptedException;

    /// Puts a capture into `/workspace` of the guest so that it looks as it did on the host; files that the project
    /// still has as they were captured also get their time.
    void deliver(String sandbox, Path project, Capture capture, GuestLink guest, SyncProgress progress)
            throws SyncException, InterruptedException;

    /// Reads an earlier capture of this sandbox from its commit.
    Capture captured(String sandbox, Path project, String commit) throws SyncException, InterruptedException;

    /// Fetches the machine's work, including uncommitted changes, into `refs/sandbox/<id>/…` of the host's own
    /// repository and returns the differences.
    FileDiff diff(String sandbox, Path project, GuestLink guest) throws SyncException, InterruptedException;

    /// Both sides of one path of the newest fetched work.
    FileContents contents(String sandbox, Path project, String path) throws SyncException, InterruptedException;

    /// Fetches the work and returns its review, which can be accepted until it is too old: a number of reviews is
    /// kept for each cause.
    SyncPlan plan(String sandbox, String name, Path project, GuestLink guest, FetchCause cause)
            throws SyncException, InterruptedException;

    /// Fetches the work for a user who opens its review.
    default SyncPlan plan(String sandbox, String name, Path project, GuestLink guest)
            throws SyncException, InterruptedException {
        return plan(sandbox, name, project, guest, FetchCause.REVIEW);
    }

    /// Returns the work that waits for review, compared with this base: fetched now, or, with `guest` null, what
    /// was fetched last.
    ReviewQueue review(String sandbox, String name, Path project, @Nullable GuestLink guest, ComparisonBase base)
            throws SyncException, InterruptedException;

    /// Returns the work since the sandbox was created.
    default ReviewQueue review(String sandbox, String name, Path project, @Nullable GuestLink guest)
            throws SyncException, InterruptedException {
        return review(sandbox, name, project, guest, ComparisonBase.START);
    }

    /// With what the work can be compared in a review.
    ReviewBases bases(String sandbox, Path project) throws SyncException, InterruptedException;

    /// The hunks of one file in an entry of a review of this sandbox.
    FileHunks hunks(String sandbox, Path project, ReadHunks request) throws SyncException, InterruptedException;

    /// How many hunks files in an entry of a review of this sandbox have.
    HunkCounts hunkCounts(String sandbox, Path project, ReadHunkCounts request)
            throws SyncException, InterruptedException;

    /// Brings reviewed work to the target of the request. With a branch as the target, the user's working tree,
    /// index and HEAD stay unchanged.
    SyncResult accept(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException;

    /// Puts the work of this plan on the branch of the sandbox without a look at it.
    ///
    /// @throws SyncException `sync.review-required` if something in it, or in any of its commits, could run on
    /// the host or is refused, or if the user took only a part of earlier work; nothing is changed then
    SyncResult acceptAutomatically(String sandbox, String name, Path project, SyncPlan plan)
            throws SyncException, InterruptedException;

    /// The conflicts of a sync into the working tree with this request; nothing is changed.
    SyncConflicts conflicts(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException;

    /// Restores the files that a sync into the working tree changed; null means the newest one.
    SyncUndone undo(String sandbox, Path project, @Nullable String undo) throws SyncException, InterruptedException;

    /// The notes in the user's repositories.
    ProjectNotes notes();

    /// The work of sandboxes as it was fetched last.
    FetchedWork fetchedWork();

    /// Puts the project's newest commits into the guest, and moves the guest's branch if the request permits it and
    /// nothing in the guest is lost by that.
    ///
    /// @throws SyncException `sync.not-a-repository` for a plain folder, and what `plan` throws
    PushResult push(String sandbox, Path project, GuestLink guest, PushCommits request)
            throws SyncException, InterruptedException;

    /// Fetches all work that is not in the base to `refs/sandbox/salvage/<id>`; empty when there is none. With
    /// `guest` null only what was fetched before counts.
    ///
    /// @throws SyncException `sync.repository-lost`, `sync.unreadable` or `sync.too-large` when not all of it
    /// can be fetched, `sync.stalled` when the machine makes no progress
    Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest, FetchProgress progress)
            throws SyncException, InterruptedException;

    /// Salvages without reporting progress.
    default Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest)
            throws SyncException, InterruptedException {
        return salvage(sandbox, project, guest, (bytes, file) -> {});
    }

    /// Fetches the machine's work including uncommitted changes, and keeps it as long as the snapshot exists.
    ///
    /// @throws SyncException `sync.stalled` when it was not received and checked within `limit`
    SavedWork keep(String sandbox, Path project, GuestLink guest, String snapshot, Duration limit)
            throws SyncException, InterruptedException;

    /// Records that another sandbox has the same capture.
    void inherit(Path project, String capture, String sandbox) throws SyncException, InterruptedException;

    /// The differences between two commits of the host's own repository.
    FileDiff compare(Path project, String base, String tip) throws SyncException, InterruptedException;

    /// Both sides of one path of two commits of the host's own repository.
    FileContents contents(Path project, String base, String tip, String path)
            throws SyncException, InterruptedException;

    /// The work at one moment: `tip` contains all files, `head` is the checked-out commit.
    record SavedWork(String tip, @Nullable String head) {}

    /// The bytes of objects in the host's own repository that were fetched from this sandbox and are not part of
    /// the project's captures.
    long objects(String sandbox, Path project) throws SyncException, InterruptedException;

    /// Forgets a sandbox that is deleted permanently: deletes its refs except salvaged work, and the objects
    /// that only they needed, at once or when the repository is next unused. With `capture` false its capture
    /// stays, because snapshots need it. Returns the bytes freed so far.
    long forget(String sandbox, Path project, boolean capture) throws SyncException, InterruptedException;

    /// Deletes the objects of sandboxes that were forgotten while their repository was in use, or with `dryRun`
    /// only measures them.
    List<Pruned> prune(boolean dryRun) throws SyncException, InterruptedException;

    /// The bytes of such objects that could not be deleted because other objects are stored as deltas to them
    /// and would need more space without them. Each `prune` tries again.
    long unpruned() throws SyncException;

    /// The bytes of unneeded objects of one repository.
    record Pruned(Path repository, long bytes) {}

    /// The host's own repository for a project.
    Path repository(Path project);

    /// A capture: its commit in the host's own repository, the branch and HEAD it was made from, and what was
    /// left out, in words.
    record Capture(
            String commit,
            @Nullable String head,
            @Nullable String branch,
            int files,
            int uncommitted,
            List<String> warnings) {
        public Capture {
            warnings = List.copyOf(warnings);
        }
    }

    /// Receives the progress of a transfer in bytes; `total` is -1 if unknown.
    interface SyncProgress {
        /// `done` of `total` bytes.
        void at(long done, long total);
    }

    /// Receives the progress of a fetch.
    interface FetchProgress {
        /// `bytes` were received, and the guest reports that it reads `file`, which is empty if it reports none.
        void at(long bytes, String file);
    }
}
