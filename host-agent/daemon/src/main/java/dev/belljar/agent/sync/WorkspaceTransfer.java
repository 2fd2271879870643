package dev.belljar.agent.sync;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The project's way into a machine and the work's way back, through the host's own bare repository.
public interface WorkspaceTransfer {
    /// Says whether this folder can be captured, quickly and without doing it.
    ///
    /// @throws SyncException as `capture` would
    void check(Path project, boolean plainFolder) throws SyncException, InterruptedException;

    /// Captures the project as it is now (HEAD, index, uncommitted and untracked but not ignored files) into the
    /// host's own repository, without touching the project's index, working tree or refs.
    ///
    /// @throws SyncException `sync.not-a-repository` for a plain folder when `plainFolder` is false, and for
    /// anything git refuses
    Capture capture(String sandbox, Path project, boolean plainFolder) throws SyncException, InterruptedException;

    /// Puts a capture into `/workspace` of the guest so that it looks as it did on the host.
    void deliver(String sandbox, Capture capture, GuestLink guest, SyncProgress progress)
            throws SyncException, InterruptedException;

    /// What a former capture of this sandbox was; the opposite of storing only its commit.
    Capture captured(String sandbox, Path project, String commit) throws SyncException, InterruptedException;

    /// Fetches the machine's work, uncommitted included, into `refs/sandbox/<id>/…` of the host's own repository
    /// and returns what changed.
    FileDiff diff(String sandbox, Path project, GuestLink guest) throws SyncException, InterruptedException;

    /// Both sides of one path of the newest fetched work.
    FileContents contents(String sandbox, Path project, String path) throws SyncException, InterruptedException;

    /// Fetches and says what a sync would bring.
    SyncPlan plan(String sandbox, String name, Path project, GuestLink guest)
            throws SyncException, InterruptedException;

    /// Puts reviewed work on `belljar/<name>` of the person's repository; their working tree, index and HEAD stay
    /// as they are.
    SyncResult accept(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException;

    /// Fetches all work that is not in the base to `refs/sandbox/salvage/<id>`; empty when there is none. With
    /// `guest` null only what was fetched before counts.
    ///
    /// @throws SyncException `sync.repository-lost`, `sync.unreadable` or `sync.too-large` when not all of it
    /// can be fetched, `sync.stalled` when the machine makes no progress
    Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest, FetchProgress progress)
            throws SyncException, InterruptedException;

    /// The same, told to nobody.
    default Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest)
            throws SyncException, InterruptedException {
        return salvage(sandbox, project, guest, (bytes, file) -> {});
    }

    /// Fetches the machine's work, uncommitted included, and keeps it for as long as the snapshot is there.
    ///
    /// @throws SyncException `sync.stalled` when it has not arrived and been checked within `limit`
    Kept keep(String sandbox, Path project, GuestLink guest, String snapshot, Duration limit)
            throws SyncException, InterruptedException;

    /// Notes that another sandbox begins with what this capture was the beginning of.
    void inherit(Path project, String capture, String sandbox) throws SyncException, InterruptedException;

    /// What differs between two commits of the host's own repository.
    FileDiff compare(Path project, String base, String tip) throws SyncException, InterruptedException;

    /// Both sides of one path of two commits of the host's own repository.
    FileContents contents(Path project, String base, String tip, String path)
            throws SyncException, InterruptedException;

    /// Work as it was at one moment: `tip` holds all files, `head` is what was checked out.
    record Kept(String tip, @Nullable String head) {}

    /// Bytes of objects that are in the host's own repository because of this sandbox, and not because of the
    /// project; 0 when there are none.
    long objects(String sandbox, Path project) throws SyncException, InterruptedException;

    /// Forgets a sandbox that is deleted for good: its refs go, except what was salvaged, and the objects that only
    /// they needed, at once or when the repository is next unused. With `capture` false, what it was made from
    /// stays, because snapshots begin with it. Bytes that gave back so far.
    long forget(String sandbox, Path project, boolean capture) throws SyncException, InterruptedException;

    /// Deletes the objects of sandboxes that were forgotten while their repository was in use, or with `dryRun` only
    /// says how many bytes of them there are.
    List<Pruned> prune(boolean dryRun) throws SyncException, InterruptedException;

    /// Bytes of such objects that were not deleted when it was tried, because the rest would take more without them: it
    /// is stored as differences to them. Each `prune` tries again.
    long unpruned() throws SyncException;

    /// Objects of one repository that nothing needed; bytes.
    record Pruned(Path repository, long bytes) {}

    /// The host's own repository for a project.
    Path repository(Path project);

    /// One capture: its commit in the host's own repository, the branch and HEAD it was made from, and what was
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

    /// Told how far a transfer has come; `total` is -1 when not known. Bytes.
    interface SyncProgress {
        /// `done` of `total` bytes.
        void at(long done, long total);
    }

    /// Told how far the machine's work has come.
    interface FetchProgress {
        /// `bytes` have arrived, and the machine says that it reads `file`, which is empty when it says nothing.
        void at(long bytes, String file);
    }
}
