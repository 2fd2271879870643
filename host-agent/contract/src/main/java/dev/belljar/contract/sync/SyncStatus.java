package dev.belljar.contract.sync;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// The state of a sandbox's sync.
///
/// The counts are those of the last fetch: `commits` that were not synced yet, `files` that were not committed in
/// the sandbox, and `risky` files that could run on the host. `changed` means that something was written since.
/// `fetched` is the time of the last fetch in milliseconds since the epoch, null if there was none since the host
/// agent began. `problem` says why the last automatic fetch failed, why work that was to be applied waits, or what
/// the conflict is.
public record SyncStatus(
        String sandbox,
        SyncSettings settings,
        SyncState state,
        int commits,
        int files,
        int risky,
        boolean changed,
        @Nullable Long fetched,
        @Nullable Problem problem) {
    /// True if somebody has to look at the work.
    public boolean waits() {
        return state == SyncState.WAITING || state == SyncState.CONFLICT;
    }

    /// True if this status differs only in the time of the last fetch.
    public boolean says(SyncStatus other) {
        return with(other.fetched).equals(other);
    }

    private SyncStatus with(@Nullable Long time) {
        return new SyncStatus(sandbox, settings, state, commits, files, risky, changed, time, problem);
    }
}
