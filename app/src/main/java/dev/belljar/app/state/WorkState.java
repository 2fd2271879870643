package dev.belljar.app.state;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.SyncPlan;
import org.jspecify.annotations.Nullable;

/// What a sync would bring and which files differ, as far as it is known.
public record WorkState(
        @Nullable SyncPlan plan,
        @Nullable FileDiff diff,
        @Nullable Problem problem) {
    /// Nothing is known yet.
    public static final WorkState UNKNOWN = new WorkState(null, null, null);

    /// Commits made in the machine.
    public int commits() {
        return plan == null ? 0 : plan.commits().size();
    }

    /// Paths not committed in the machine.
    public int uncommitted() {
        return plan == null ? 0 : plan.uncommitted();
    }

    /// Changed files.
    public int files() {
        return diff == null ? 0 : diff.files().size();
    }

    /// Whether there is nothing to bring, for all that is known.
    public boolean upToDate() {
        return plan != null && plan.upToDate();
    }
}
