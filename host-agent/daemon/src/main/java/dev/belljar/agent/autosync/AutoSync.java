package dev.belljar.agent.autosync;

import dev.belljar.agent.recording.WorkspaceListener;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.status.FetchedPlan;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.WorkListener;
import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkStanding;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.view.work.SyncPlan;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches the work of sandboxes in an automatic mode: at each commit, or when nothing was written for some time.
///
/// It learns of both from the file events that the guest reports, so that nothing runs in an idle guest. One thread
/// waits for the next fetch that is due; each fetch has its own thread, at most one for each sandbox. Fetched work
/// waits for review, unless the project's settings permit to apply work in which nothing could run on the host.
public final class AutoSync implements WorkListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AutoSync.class);

    private final SandboxRegistry registry;
    private final SandboxQueries queries;
    private final FetchedWork fetchedWork;
    private final SyncSettingsStore settings;
    private final Executor fetches;
    private final LongSupplier millis;
    private final InstantSource clock;
    private final Map<String, SandboxSync> syncs = new ConcurrentHashMap<>();
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread = Thread.ofVirtual().name("auto-sync").unstarted(this::run);

    /// `millis` is a monotonic clock, `clock` the time of day; `fetches` runs each fetch.
    AutoSync(
            SandboxRegistry registry,
            SandboxQueries queries,
            FetchedWork fetchedWork,
            SyncSettingsStore settings,
            Executor fetches,
            LongSupplier millis,
            InstantSource clock) {
        this.registry = registry;
        this.queries = queries;
        this.fetchedWork = fetchedWork;
        this.settings = settings;
        this.fetches = fetches;
        this.millis = millis;
        this.clock = clock;
    }

    /// Begins to fetch, and determines what was fetched before.
    public void start() {
        thread.start();
        // One after the other: each starts several programs.
        fetches.execute(() -> syncs.values()
                .forEach(sync -> run(sync, () -> {
                    if (!sync.loaded()) {
                        load(sync);
                    }
                })));
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// The listener for the workspace of a sandbox that was added.
    WorkspaceListener watch(SandboxRuntime sandbox) {
        SandboxSync sync = of(sandbox);
        return new WorkspaceListener() {
            @Override
            public void changed(boolean commit) {
                if (sync.changed(millis.getAsLong(), commit)) {
                    wake.release();
                }
            }

            @Override
            public void delivered() {
                sync.delivered();
            }

            @Override
            public void fetched(long changes) {
                sync.fetched(clock.millis(), changes);
                later(sync, () -> load(sync));
            }
        };
    }

    @Override
    public void fetched(SandboxRuntime sandbox, FetchedPlan fetched) {
        SandboxSync sync = of(sandbox);
        later(sync, () -> {
            WorkStanding _ = take(sync, fetched);
        });
    }

    @Override
    public void accepted(SandboxRuntime sandbox) {
        SandboxSync sync = of(sandbox);
        later(sync, () -> sync.accepted(standing(sync)));
    }

    /// What is known of the sync of this sandbox.
    SandboxSync of(SandboxRuntime sandbox) {
        // A sandbox that was restored from the trash has the same id.
        return syncs.compute(
                sandbox.id(),
                (_, known) -> known != null && known.sandbox().equals(sandbox)
                        ? known
                        : new SandboxSync(sandbox, settings.of(sandbox.project(), sandbox.folder())));
    }

    /// Reads the settings of a sandbox again, which may have changed.
    SyncSettings reset(SandboxRuntime sandbox) {
        SyncSettings now = settings.of(sandbox.project(), sandbox.folder());
        SandboxSync sync = of(sandbox);
        sync.set(millis.getAsLong(), now);
        sync.record(clock.millis());
        wake.release();
        return now;
    }

    /// Determines how the known work relates to the project now.
    void refresh(SandboxSync sync) throws BelljarException, InterruptedException {
        if (sync.loaded()) {
            sync.stands(standing(sync));
        } else {
            load(sync);
        }
        sync.record(clock.millis());
    }

    private void run() {
        try {
            while (true) {
                long wait = step();
                if (wait == FetchSchedule.NEVER) {
                    wake.acquire();
                } else {
                    boolean _ = wake.tryAcquire(Math.max(1, wait), TimeUnit.MILLISECONDS);
                }
                int _ = wake.drainPermits();
            }
        } catch (InterruptedException e) {
            LOG.debug("the work of sandboxes is no longer fetched by itself");
        }
    }

    /// Begins the fetches that are due, and records what changed. Returns the time until the next one is due.
    long step() {
        syncs.values()
                .removeIf(sync ->
                        !sync.sandbox().equals(registry.known(sync.sandbox().id())));
        long next = FetchSchedule.NEVER;
        for (SandboxSync sync : syncs.values()) {
            long now = millis.getAsLong();
            if (sync.begin(now)) {
                begin(sync);
            }
            sync.record(clock.millis());
            next = Math.min(next, sync.due());
        }
        return next == FetchSchedule.NEVER ? next : Math.max(0, next - millis.getAsLong());
    }

    private void begin(SandboxSync sync) {
        sync.record(clock.millis());
        try {
            fetches.execute(() -> fetch(sync));
        } catch (RejectedExecutionException e) {
            sync.end(millis.getAsLong(), null); // the host agent ends
        }
    }

    /// The top of a thread: an error with one sandbox must not affect the others.
    private void fetch(SandboxSync sync) {
        Problem why = null;
        try {
            if (!sync.loaded()) {
                load(sync);
            }
            FetchedPlan fetched = queries.fetch(sync.sandbox().id());
            WorkStanding standing = take(sync, fetched);
            // Work that somebody decided about is not applied again.
            if (standing == null || !standing.reviewed()) {
                apply(sync, fetched.plan());
            }
        } catch (BelljarException e) {
            LOG.info("{}: the work was not fetched: {}", sync.sandbox().name(), e.getMessage());
            why = e.problem();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{}: the work could not be fetched", sync.sandbox().name(), e);
            why = SyncProblems.failed(e);
        } finally {
            sync.end(millis.getAsLong(), why);
            sync.record(clock.millis());
            wake.release();
        }
    }

    private @Nullable WorkStanding take(SandboxSync sync, FetchedPlan fetched)
            throws BelljarException, InterruptedException {
        WorkStanding now = standing(sync);
        sync.fetched(clock.millis(), fetched, now);
        return now;
    }

    /// Puts the work on the branch of the sandbox if the project's settings permit that and nothing in it could run
    /// on the host.
    private void apply(SandboxSync sync, SyncPlan plan) throws InterruptedException {
        SyncSettings now = sync.settings();
        if (!now.apply() || now.mode() == SyncMode.MANUAL || plan.upToDate()) {
            return;
        }
        SandboxRuntime sandbox = sync.sandbox();
        try {
            var _ = queries.acceptAutomatically(sandbox.id(), plan);
            sync.accepted(standing(sync));
        } catch (BelljarException e) {
            LOG.info("{}: the work was fetched but not applied: {}", sandbox.name(), e.getMessage());
            // Newer work waits for review, or was synced already: then nothing is wrong.
            if (!e.code().equals(SyncException.MOVED_ON)) {
                sync.held(e.problem());
            }
        }
    }

    private void load(SandboxSync sync) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = sync.sandbox();
        int before = sync.fetches();
        SyncPlan plan = fetchedWork
                .plan(sandbox.id(), sandbox.name(), sandbox.project())
                .orElse(null);
        sync.load(before, plan, plan == null ? null : standing(sync));
    }

    private @Nullable WorkStanding standing(SandboxSync sync) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = sync.sandbox();
        return fetchedWork
                .standing(sandbox.id(), sandbox.name(), sandbox.project())
                .orElse(null);
    }

    private interface SyncStep {
        void run() throws BelljarException, InterruptedException;
    }

    /// Runs a step outside of the present thread, and records what changed.
    private void later(SandboxSync sync, SyncStep step) {
        try {
            fetches.execute(() -> run(sync, step));
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: the host agent ends", sync.sandbox().name());
        }
    }

    /// The top of a thread.
    private void run(SandboxSync sync, SyncStep step) {
        try {
            step.run();
        } catch (BelljarException e) {
            LOG.info("{}: the state of its sync is unknown: {}", sync.sandbox().name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{}: the state of its sync is unknown", sync.sandbox().name(), e);
        } finally {
            sync.record(clock.millis());
        }
    }
}
