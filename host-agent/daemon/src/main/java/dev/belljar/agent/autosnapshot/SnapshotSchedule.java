package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Decides when a snapshot of one sandbox is taken automatically. All times are milliseconds of a monotonic
/// clock. Thread-safe.
///
/// A guest chooses what happens in it, so the number of attempts is limited, whether they succeed or not, and
/// there is none unless something was written or ran since the last snapshot. Approvals have a limit of their own,
/// so that what a guest does cannot use up the snapshot before one.
final class SnapshotSchedule {
    /// What runs in the guest for a snapshot may still show in its CPU load for so long; it does not count as
    /// use.
    static final long SETTLE = 15_000;

    private final DeletionBurst deletions = new DeletionBurst();
    private @Nullable Machine machine;
    private boolean deleting;
    private boolean running;
    private boolean attempted;
    private long attempt;
    private boolean approvalAttempted;
    private long approvalAttempt;
    private @Nullable ApprovalTurn approvalTurn;
    /// Whether a snapshot of this machine is known; if not, the figures are those of its beginning.
    private boolean known;
    private long taken;
    private long included;
    private @Nullable String failure;

    /// A file or folder in the workspace was deleted; true if a snapshot should be considered at once.
    synchronized boolean deleted(long now, String path, boolean folder) {
        boolean many = deletions.deleted(now, path, folder);
        deleting |= many;
        return many;
    }

    /// The machine that runs now. What happened before it was first seen is part of the state in which it
    /// began.
    synchronized void runs(@Nullable Machine now, long at, WorkspaceActivity.Mark writes) {
        if (!Objects.equals(machine, now)) {
            machine = now;
            known = false;
            deleting = false;
            begins(at, writes);
        }
    }

    /// The project was copied into the workspace.
    synchronized void delivered(WorkspaceActivity.Mark writes) {
        if (!known) {
            included = writes.changes();
        }
    }

    /// A snapshot was taken, by request or not, with what was written before this mark.
    synchronized void taken(long at, WorkspaceActivity.Mark writes) {
        known = true;
        failure = null;
        begins(at, writes);
    }

    private void begins(long at, WorkspaceActivity.Mark writes) {
        taken = at;
        included = writes.changes();
    }

    /// The state of a sandbox at one moment: what was written, when it was last used, and whether a terminal
    /// was opened.
    record ObservedUse(WorkspaceActivity.Mark writes, long used, boolean attended) {}

    /// True if a snapshot may become due without an approval. In an idle guest, nothing else needs to be looked
    /// at.
    synchronized boolean waits(ObservedUse observed) {
        return deleting || (observed.attended() && changed(observed));
    }

    /// No snapshot can be taken now, and a later one would not be from the beginning of a mass deletion.
    synchronized void drop() {
        deleting = false;
    }

    /// Why a snapshot is due without an approval, if one is.
    synchronized @Nullable SnapshotReason due(long now, ObservedUse observed, AutomaticSnapshotSettings settings) {
        if (deleting) {
            deleting = false;
            return SnapshotReason.MASS_DELETE;
        }
        boolean quiet = now - observed.used() >= TimeUnit.SECONDS.toMillis(settings.quietSeconds());
        return quiet && observed.attended() && changed(observed) ? SnapshotReason.QUIET : null;
    }

    /// What became of an attempt that was to begin.
    enum AttemptStart {
        BEGUN,
        /// Another one runs.
        RUNNING,
        /// The one before was too short a time ago.
        EARLY,
        /// Nothing was written or ran since the last snapshot.
        UNCHANGED
    }

    /// Begins an attempt if one is permitted now; approvals wait for the `turn` of one of theirs.
    synchronized AttemptStart begin(
            long now,
            SnapshotReason reason,
            ObservedUse observed,
            AutomaticSnapshotSettings settings,
            ApprovalTurn turn) {
        if (running) {
            return AttemptStart.RUNNING;
        }
        if (unchanged(reason, observed)) {
            return AttemptStart.UNCHANGED;
        }
        long every = TimeUnit.MINUTES.toMillis(settings.everyMinutes());
        boolean approval = reason == SnapshotReason.APPROVAL;
        if (approval ? approvalAttempted && now - approvalAttempt < every : attempted && now - attempt < every) {
            return AttemptStart.EARLY;
        }
        running = true;
        attempted = true;
        attempt = now;
        if (approval) {
            approvalAttempted = true;
            approvalAttempt = now;
            approvalTurn = turn;
        }
        return AttemptStart.BEGUN;
    }

    /// True if a snapshot for this reason would save what the last one did.
    synchronized boolean unchanged(SnapshotReason reason, ObservedUse observed) {
        return (known || reason != SnapshotReason.APPROVAL) && !changed(observed);
    }

    /// The turn of the attempt before an approval that runs; null if none does.
    synchronized @Nullable ApprovalTurn approvalTurn() {
        return approvalTurn;
    }

    private boolean changed(ObservedUse observed) {
        return observed.writes().changes() != included || observed.used() > taken + SETTLE;
    }

    /// The attempt ended. Returns true if it failed for another reason than the one before, which is then worth
    /// telling.
    synchronized boolean end(@Nullable String why) {
        running = false;
        approvalTurn = null;
        boolean news = why != null && !why.equals(failure);
        failure = why;
        return news;
    }
}
