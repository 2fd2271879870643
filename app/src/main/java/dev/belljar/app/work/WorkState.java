package dev.belljar.app.work;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import org.jspecify.annotations.Nullable;

/// The plan of a sync and the changed files, as far as they are known. `fetching` is true while the work is fetched
/// again because the user asked for it.
public record WorkState(
        @Nullable SyncPlan plan,
        @Nullable FileDiff diff,
        @Nullable Problem problem,
        boolean fetching) {
    /// The state before the first response.
    public static final WorkState UNKNOWN = new WorkState(null, null, null, false);

    /// Returns the state after a response.
    public static WorkState of(SandboxWork work) {
        return new WorkState(work.plan(), work.changes(), null, false);
    }

    /// Returns this state with the reason why there is no newer one.
    public WorkState failed(Problem why) {
        return new WorkState(plan, diff, why, false);
    }

    /// Returns this state while the work is fetched again, or afterwards.
    public WorkState fetching(boolean now) {
        return new WorkState(plan, diff, problem, now);
    }

    /// Returns the number of commits made in the machine.
    public int commits() {
        return plan == null ? 0 : plan.commits().size();
    }

    /// Returns the number of paths with uncommitted changes in the machine.
    public int uncommitted() {
        return plan == null ? 0 : plan.uncommitted();
    }

    /// Returns the number of changed files.
    public int files() {
        return diff == null ? 0 : diff.files().size();
    }

    /// True if a sync is known to have nothing to fetch.
    public boolean upToDate() {
        return plan != null && plan.upToDate();
    }
}
