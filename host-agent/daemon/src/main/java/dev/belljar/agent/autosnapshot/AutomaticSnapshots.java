package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.autosnapshot.SnapshotSchedule.AttemptStart;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.policy.approval.ApprovalListener;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.recording.MachineActivity;
import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.recording.WorkspaceListener;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes snapshots before a destination is allowed, at the beginning of a mass deletion, and when a machine
/// with a terminal has become quiet.
///
/// It learns of deletions and of use from the events that the guest reports, so that nothing runs in an idle
/// guest. An approval waits for its snapshot, but not long: neither a slow guest nor a full disk delays it
/// further. A snapshot that was late is not called one from before the approval, and an approval without one is
/// noted, with the reason.
public final class AutomaticSnapshots implements ApprovalListener, SnapshotService.TakenListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AutomaticSnapshots.class);
    private static final long LOOK_MILLIS = 2_000;
    private static final long SWEEP_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final String MASS_DELETE = "at the beginning of a mass deletion";
    private static final String QUIET = "at a quiet moment";

    private final SandboxRegistry registry;
    private final SnapshotLimits limits;
    private final SnapshotSettingsStore settings;
    private final SnapshotAttempts attempts;
    private final LongSupplier millis;
    private final Supplier<Duration> wait;
    private final Map<String, SandboxSchedule> schedules = new ConcurrentHashMap<>();
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("automatic-snapshots").unstarted(this::run);
    private boolean swept;
    private long lastSweep;

    private record SandboxSchedule(SandboxRuntime sandbox, SnapshotSchedule schedule) {}

    /// `millis` is a monotonic clock; `attempts` runs each attempt; `wait` is how long an approval waits for one, at
    /// most twice.
    AutomaticSnapshots(
            SandboxRegistry registry,
            SnapshotService snapshots,
            SnapshotLimits limits,
            SnapshotSettingsStore settings,
            Executor attempts,
            LongSupplier millis,
            Supplier<Duration> wait) {
        this.registry = registry;
        this.limits = limits;
        this.settings = settings;
        this.attempts = new SnapshotAttempts(snapshots, limits, attempts);
        this.millis = millis;
        this.wait = wait;
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// The listener for the workspace of a sandbox that was added.
    WorkspaceListener watch(SandboxRuntime sandbox) {
        SnapshotSchedule schedule = of(sandbox).schedule();
        return new WorkspaceListener() {
            @Override
            public void changed(boolean commit) {}

            @Override
            public void delivered() {
                schedule.delivered(sandbox.observation().writes().mark());
            }

            @Override
            public void fetched(long changes) {}

            @Override
            public void deleted(String path, boolean folder) {
                if (schedule.deleted(millis.getAsLong(), path, folder)) {
                    wake.release();
                }
            }
        };
    }

    private SandboxSchedule of(SandboxRuntime sandbox) {
        // A sandbox that was restored from the trash has the same id.
        return schedules.compute(
                sandbox.id(),
                (_, known) -> known != null && known.sandbox().equals(sandbox)
                        ? known
                        : new SandboxSchedule(sandbox, new SnapshotSchedule()));
    }

    private void run() {
        try {
            while (!Thread.interrupted()) {
                look();
                boolean _ = wake.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                int _ = wake.drainPermits();
            }
        } catch (InterruptedException e) {
            LOG.debug("snapshots are no longer taken automatically");
        }
    }

    /// Begins the snapshots that are due.
    void look() {
        schedules
                .values()
                .removeIf(each ->
                        !each.sandbox().equals(registry.known(each.sandbox().id())));
        for (SandboxRuntime sandbox : registry.all()) {
            try {
                look(of(sandbox));
            } catch (BelljarException e) {
                LOG.debug("{}: no automatic snapshot: {}", sandbox.name(), e.getMessage());
            } catch (RuntimeException e) {
                // The top of a thread, for each sandbox: an error with one must not affect the others.
                LOG.error("{}: no automatic snapshot", sandbox.name(), e);
            }
        }
        sweep();
    }

    private void look(SandboxSchedule one) throws BelljarException {
        SandboxRuntime sandbox = one.sandbox();
        sees(one);
        SnapshotSchedule.ObservedUse observed = observed(sandbox);
        if (!one.schedule().waits(observed)) {
            return;
        }
        if (!limits.free(sandbox)) {
            one.schedule().drop();
            return;
        }
        AutomaticSnapshotSettings by = settings.of(sandbox.folder());
        SnapshotReason reason = one.schedule().due(millis.getAsLong(), observed, by);
        ApprovalTurn turn = new ApprovalTurn(wait.get());
        if (reason != null && wants(by, reason) && begin(one, reason, by, turn) == AttemptStart.BEGUN) {
            boolean deletes = reason == SnapshotReason.MASS_DELETE;
            String note = deletes ? before(sandbox) : null;
            attempts.begin(new SnapshotAttempt(
                    sandbox, one.schedule(), reason, deletes ? MASS_DELETE : QUIET, note, by.keep(), turn));
        }
    }

    /// What happened in the machine before it was usable does not count.
    private void sees(SandboxSchedule one) {
        SandboxRuntime sandbox = one.sandbox();
        one.schedule()
                .runs(
                        sandbox.state() == SandboxState.RUNNING
                                ? sandbox.machine().orElse(null)
                                : null,
                        millis.getAsLong(),
                        sandbox.observation().writes().mark());
    }

    private AttemptStart begin(
            SandboxSchedule one, SnapshotReason reason, AutomaticSnapshotSettings by, ApprovalTurn turn)
            throws BelljarException {
        SnapshotSchedule.ObservedUse observed = observed(one.sandbox());
        if (one.schedule().unchanged(reason, observed)) {
            return AttemptStart.UNCHANGED;
        }
        return limits.recent(one.sandbox(), reason, by.everyMinutes())
                ? AttemptStart.EARLY
                : one.schedule().begin(millis.getAsLong(), reason, observed, by, turn);
    }

    private static boolean wants(AutomaticSnapshotSettings by, SnapshotReason reason) {
        return by.on() && by.reasons().contains(reason);
    }

    private SnapshotSchedule.ObservedUse observed(SandboxRuntime sandbox) {
        MachineActivity activity = sandbox.observation().activity();
        return new SnapshotSchedule.ObservedUse(
                sandbox.observation().writes().mark(),
                millis.getAsLong() - activity.idle().toMillis(),
                activity.attended());
    }

    /// The first files are gone already, so the reader needs to know the snapshot from before.
    private String before(SandboxRuntime sandbox) throws BelljarException {
        return limits.newest(sandbox)
                .map(snapshot -> "some files had already been deleted; the newest earlier snapshot is " + snapshot.id())
                .orElse("some files had already been deleted; there is no earlier snapshot");
    }

    @Override
    public void allowing(PolicySubject subject, String destination) {
        SandboxRuntime sandbox = registry.known(subject.id());
        if (sandbox == null) {
            return;
        }
        String name = "before approving " + destination;
        String why = null;
        try {
            why = unsaved(of(sandbox), name);
        } catch (BelljarException e) {
            why = e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (why != null && sandbox.state() == SandboxState.RUNNING) {
            LOG.info("{}: no snapshot {}: {}", sandbox.name(), name, why);
            sandbox.observation().note("note", "snapshot", SnapshotAttempts.missing(name, why));
        }
    }

    /// Takes a snapshot before an approval, or waits for the one that is being taken before another. Returns why there
    /// is none, unless the user does not want any.
    private @Nullable String unsaved(SandboxSchedule one, String name) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = one.sandbox();
        sees(one);
        AutomaticSnapshotSettings by = settings.of(sandbox.folder());
        if (!wants(by, SnapshotReason.APPROVAL)) {
            return null;
        }
        ApprovalTurn other = one.schedule().approvalTurn();
        if (other != null) {
            return other.await();
        }
        if (!limits.free(sandbox)) {
            return "the machine is paused, or is being stopped, saved or copied";
        }
        ApprovalTurn turn = new ApprovalTurn(wait.get());
        return switch (begin(one, SnapshotReason.APPROVAL, by, turn)) {
            case BEGUN -> {
                attempts.begin(new SnapshotAttempt(
                        sandbox, one.schedule(), SnapshotReason.APPROVAL, name, null, by.keep(), turn));
                yield turn.await();
            }
            case RUNNING -> {
                ApprovalTurn begun = one.schedule().approvalTurn();
                yield begun == null ? "another snapshot is being taken" : begun.await();
            }
            case EARLY ->
                "the last attempt before an approval was less than %d minutes ago".formatted(by.everyMinutes());
            case UNCHANGED -> null; // the newest snapshot is one from before
        };
    }

    @Override
    public void taken(SandboxRuntime sandbox, WorkspaceActivity.Mark writes) {
        sees(of(sandbox));
        of(sandbox).schedule().taken(millis.getAsLong(), writes);
    }

    private void sweep() {
        long now = millis.getAsLong();
        if (swept && now - lastSweep < SWEEP_MILLIS) {
            return;
        }
        swept = true;
        lastSweep = now;
        try {
            limits.sweep();
        } catch (BelljarException e) {
            LOG.warn("automatic snapshots of deleted sandboxes were not deleted: {}", e.getMessage());
        }
    }
}
