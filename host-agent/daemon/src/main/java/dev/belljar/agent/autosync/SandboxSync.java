package dev.belljar.agent.autosync;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.status.FetchedPlan;
import dev.belljar.agent.sync.WorkStanding;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is known of the sync of one sandbox, and when its work is fetched next. Thread-safe.
final class SandboxSync {
    /// At most so many commits are recorded for one fetch, the newest.
    static final int MOST_COMMITS = 20;

    /// A guest that has not reported file events for so long does not report any.
    private static final Duration HEARD = Duration.ofSeconds(30);

    private final SandboxRuntime sandbox;
    private final FetchSchedule schedule = new FetchSchedule();
    private SyncSettings settings;
    /// How many writes are part of the known work.
    private long included;
    private @Nullable SyncPlan plan;
    private @Nullable WorkStanding standing;
    private Set<String> commits = Set.of();
    private @Nullable Long fetched;
    private @Nullable Problem problem;
    private boolean fetching;
    private boolean delivered;
    private boolean loaded;
    private int fetches;
    private SyncStatus recorded;

    SandboxSync(SandboxRuntime sandbox, SyncSettings settings) {
        this.sandbox = sandbox;
        this.settings = settings;
        this.included = writes();
        this.recorded = new SyncStatus(sandbox.id(), settings, SyncState.UNKNOWN, 0, 0, 0, false, null, null);
    }

    SandboxRuntime sandbox() {
        return sandbox;
    }

    /// Something was written in the workspace; returns whether anything must be done about it now.
    synchronized boolean changed(long now, boolean commit) {
        if (plan == null && sandbox.state() != SandboxState.RUNNING) {
            included = writes(); // the project itself is being copied
        }
        long before = schedule.due();
        schedule.changed(now, commit, settings);
        return schedule.due() < before || (!recorded.changed() && changed());
    }

    /// The project was copied into the workspace, which some events report only while the sandbox runs already.
    synchronized void delivered() {
        if (plan == null && !delivered) {
            delivered = true;
            included = writes();
        }
    }

    private long writes() {
        return sandbox.observation().writes().mark().changes();
    }

    private boolean changed() {
        return writes() != included;
    }

    synchronized SyncSettings settings() {
        return settings;
    }

    synchronized void set(long now, SyncSettings next) {
        settings = next;
        problem = null;
        schedule.set(now, changed(), next);
    }

    /// When the next fetch is due.
    synchronized long due() {
        return fetching ? FetchSchedule.NEVER : schedule.due();
    }

    /// Begins a fetch if one is due and possible.
    synchronized boolean begin(long now) {
        if (fetching || schedule.due() > now) {
            return false;
        }
        boolean possible =
                sandbox.state() == SandboxState.RUNNING && sandbox.observation().pauseReason() == null;
        if (!changed() && (!possible || schedule.repeats())) {
            schedule.drop(); // fetched meanwhile, by request or because the machine was stopped
            return false;
        }
        if (!possible) {
            schedule.postpone(now);
            return false;
        }
        schedule.begin(now);
        fetching = true;
        return true;
    }

    /// The fetch ended; `why` says why it failed. A machine that ended in the meantime is no failure.
    synchronized void end(long now, @Nullable Problem why) {
        fetching = false;
        schedule.end(now, why == null, settings);
        if (why != null && sandbox.state() == SandboxState.RUNNING) {
            problem = why;
        }
    }

    /// The work must be looked at although it is to be applied, or could not be applied.
    synchronized void held(Problem why) {
        problem = why;
    }

    /// True once the work that was fetched before the host agent began is known.
    synchronized boolean loaded() {
        return loaded;
    }

    /// The number of fetches with a review so far, for `load`.
    synchronized int fetches() {
        return fetches;
    }

    /// This work was fetched before the host agent began, or by something that makes no review of it. It is ignored
    /// if newer work was fetched since there were this many fetches.
    synchronized void load(int before, @Nullable SyncPlan next, @Nullable WorkStanding how) {
        if (before == fetches) {
            know(next, how);
        }
    }

    private void know(@Nullable SyncPlan next, @Nullable WorkStanding how) {
        loaded = true;
        plan = next;
        standing = of(next, how) ? how : null;
        commits = next == null ? Set.of() : ids(next);
    }

    /// The work was fetched, with everything that was written before the mark. Records its new commits.
    synchronized void fetched(long wallClock, FetchedPlan work, @Nullable WorkStanding how) {
        if (work.before().changes() < included) {
            return; // newer work is known already
        }
        SyncPlan next = work.plan();
        String branch = how == null ? null : how.branch();
        List<WorkCommit> made = next.commits().stream()
                .filter(commit -> !commits.contains(commit.id()))
                .toList();
        made.subList(Math.max(0, made.size() - MOST_COMMITS), made.size())
                .forEach(commit -> sandbox.observation()
                        .record(new CommitMade(
                                0, wallClock, sandbox.id(), commit.id(), branch, commit.subject(), commit.author())));
        know(next, how);
        fetches++;
        included = work.before().changes();
        fetched = wallClock;
        problem = null;
    }

    /// Work was accepted.
    synchronized void accepted(@Nullable WorkStanding how) {
        stands(how);
        problem = null;
    }

    /// Only the relation of the known work to the project changed. It is ignored if it is that of other work.
    synchronized void stands(@Nullable WorkStanding how) {
        if (of(plan, how)) {
            standing = how;
        }
    }

    // The work may have been fetched again while it was determined how it relates to the project.
    private static boolean of(@Nullable SyncPlan work, @Nullable WorkStanding how) {
        return work == null || how == null || how.tip().equals(work.commit());
    }

    /// The first `changes` of all writes were fetched, without a review.
    synchronized void fetched(long wallClock, long changes) {
        included = Math.max(included, changes);
        fetched = wallClock;
    }

    /// Records the status if it says something else than the one that was recorded last.
    synchronized void record(long wallClock) {
        SyncStatus now = status(wallClock);
        if (!now.says(recorded)) {
            sandbox.observation().record(new SyncChanged(0, wallClock, sandbox.id(), now));
        }
        recorded = now;
    }

    /// The present status.
    synchronized SyncStatus status(long wallClock) {
        SyncPlan known = plan;
        WorkStanding how = standing;
        boolean synced = known != null && (known.upToDate() || (how != null && how.reviewed()));
        return new SyncStatus(
                sandbox.id(),
                settings,
                state(synced),
                synced || known == null ? 0 : how == null ? known.commits().size() : how.ahead(),
                synced || known == null ? 0 : known.uncommitted(),
                synced || known == null ? 0 : risky(known),
                changed(),
                fetched,
                shown(synced, wallClock));
    }

    private SyncState state(boolean synced) {
        if (fetching) {
            return SyncState.WORKING;
        }
        if (plan == null) {
            return changed() ? SyncState.CHANGED : SyncState.UNKNOWN;
        }
        if (synced) {
            return changed() ? SyncState.CHANGED : SyncState.IN_SYNC;
        }
        if (!conflicts().isEmpty()) {
            return SyncState.CONFLICT;
        }
        return settings.mode() == SyncMode.MANUAL ? SyncState.CHANGED : SyncState.WAITING;
    }

    private List<StandingConflict> conflicts() {
        WorkStanding how = standing;
        return how == null ? List.of() : how.conflicts();
    }

    private @Nullable Problem shown(boolean synced, long wallClock) {
        Problem last = problem;
        if (last != null) {
            return last;
        }
        SyncPlan known = plan;
        if (!synced && known != null && !conflicts().isEmpty()) {
            return SyncProblems.conflict(sandbox.name(), known.target(), conflicts());
        }
        boolean blind = settings.mode() != SyncMode.MANUAL
                && sandbox.state() == SandboxState.RUNNING
                && wallClock - sandbox.record().since() > HEARD.toMillis()
                && !sandbox.observation().writes().mark().watched();
        return blind ? SyncProblems.unobserved(sandbox.name()) : null;
    }

    private static int risky(SyncPlan plan) {
        return (int) plan.diff().files().stream()
                .map(FileChange::risk)
                .filter(risk -> risk != null)
                .count();
    }

    private static Set<String> ids(SyncPlan plan) {
        return plan.commits().stream().map(WorkCommit::id).collect(Collectors.toSet());
    }
}
