package dev.belljar.app.work;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import org.jspecify.annotations.Nullable;

/// The state of a sandbox's sync in words: from the host agent's status, or from the known work until there is one.
///
/// `words` is the state, `tip` explains it in a sentence. `due` is true if there may be something to sync, and `some`
/// if there is.
public record SyncSummary(
        SyncState state, int commits, int files, String words, String tip, boolean due, boolean some) {
    private static final Texts TEXTS = Texts.of(SyncSummary.class);

    /// Summarizes the sync of a sandbox.
    public static SyncSummary of(@Nullable SyncStatus status, WorkState work) {
        SyncStatus known = status != null && status.state() != SyncState.UNKNOWN ? status : null;
        SyncState state = known == null ? guessed(work) : known.state();
        int commits = known == null ? work.commits() : known.commits();
        int files = known == null ? work.uncommitted() : known.files();
        boolean due = state != SyncState.IN_SYNC && state != SyncState.WORKING;
        return new SyncSummary(
                state,
                commits,
                files,
                words(state, commits, files),
                tip(state, status),
                due,
                due && commits + files > 0);
    }

    private static SyncState guessed(WorkState work) {
        if (work.upToDate()) {
            return SyncState.IN_SYNC;
        }
        return work.commits() + work.uncommitted() > 0 ? SyncState.CHANGED : SyncState.UNKNOWN;
    }

    private static String words(SyncState state, int commits, int files) {
        return switch (state) {
            case UNKNOWN -> TEXTS.get("sync.unknown");
            case IN_SYNC -> TEXTS.get("sync.same");
            case CHANGED -> commits + files == 0 ? TEXTS.get("sync.changed") : counts(commits, files);
            case WORKING -> TEXTS.get("sync.fetching");
            case WAITING ->
                commits + files == 0
                        ? TEXTS.get("sync.waiting.some")
                        : TEXTS.get("sync.waiting", commits > 0 ? commits(commits) : files(files));
            case CONFLICT -> TEXTS.get("sync.conflict");
        };
    }

    /// The numbers of commits and uncommitted files, such as `3 commits, 2 files`.
    private static String counts(int commits, int files) {
        if (commits == 0 || files == 0) {
            return commits == 0 ? files(files) : commits(commits);
        }
        return TEXTS.get("sync.counts", commits(commits), files(files));
    }

    private static String commits(int count) {
        return TEXTS.get("sync.commits", count);
    }

    private static String files(int count) {
        return TEXTS.get("sync.files", count);
    }

    private static String tip(SyncState state, @Nullable SyncStatus status) {
        Problem problem = status == null ? null : status.problem();
        if (problem != null) {
            return TEXTS.get("sync.tip.problem", state(state), problem.detail());
        }
        return status == null ? state(state) : TEXTS.get("sync.tip", state(state), when(status));
    }

    private static String state(SyncState state) {
        return switch (state) {
            case UNKNOWN -> TEXTS.get("sync.state.unknown");
            case IN_SYNC -> TEXTS.get("sync.state.same");
            case CHANGED -> TEXTS.get("sync.state.changed");
            case WORKING -> TEXTS.get("sync.state.fetching");
            case WAITING -> TEXTS.get("sync.state.waiting");
            case CONFLICT -> TEXTS.get("sync.state.conflict");
        };
    }

    private static String when(SyncStatus status) {
        return switch (status.settings().mode()) {
            case MANUAL -> TEXTS.get("sync.mode.manual");
            case AUTO_COMMIT -> TEXTS.get("sync.mode.commit");
            case AUTO_IDLE -> TEXTS.get("sync.mode.idle", status.settings().idleSeconds());
        };
    }

    /// The mode of a sandbox; manual until it is known.
    public static SyncMode mode(@Nullable SyncStatus status) {
        return status == null ? SyncMode.MANUAL : status.settings().mode();
    }
}
