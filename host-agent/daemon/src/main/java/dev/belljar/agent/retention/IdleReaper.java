package dev.belljar.agent.retention;

import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.recording.MachineActivity;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.settings.SettingsStore;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Applies the retention policy: hibernates running machines that are idle, moves stopped ones to smaller tiers
/// and finally to the trash, and deletes files that nothing needs.
///
/// It does not touch a machine in use, and deletes no sandbox whose work is not saved.
public final class IdleReaper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IdleReaper.class);
    /// A machine that has reached its lifetime must also have been idle this long before it is stopped.
    private static final Duration QUIET = Duration.ofMinutes(1);

    private static final Duration SWEEPS = Duration.ofHours(1);
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final SandboxRegistry registry;
    private final SandboxService sandboxes;
    private final RetentionService retentionService;
    private final TrashService trash;
    private final RetentionSettings retentions;
    private final SteadyClock clock;
    private long lastSweep;
    private boolean swept;
    private final Thread thread;

    public IdleReaper(
            SandboxRegistry registry,
            SandboxService sandboxes,
            RetentionService retentionService,
            TrashService trash,
            RetentionSettings retentions,
            SteadyClock clock) {
        this.registry = registry;
        this.sandboxes = sandboxes;
        this.retentionService = retentionService;
        this.trash = trash;
        this.retentions = retentions;
        this.clock = clock;
        this.thread = Thread.ofVirtual().name("idle-reaper").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Stops the thread; an unfinished step is undone.
    @Override
    public void close() {
        thread.interrupt();
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(GIVE_UP)) {
                LOG.warn("the idle reaper did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!Thread.interrupted()) {
                look();
                Thread.sleep(retentions.interval());
            }
        } catch (InterruptedException e) {
            LOG.debug("the idle reaper was stopped");
        }
    }

    /// Applies the policy once to all sandboxes.
    void look() throws InterruptedException {
        for (SandboxRuntime sandbox : registry.all()) {
            try {
                look(sandbox, retentions.now(SettingsStore.of(sandbox.folder())));
            } catch (BelljarException e) {
                LOG.warn("{}: the retention settings could not be applied: {}", sandbox.name(), e.getMessage());
            } catch (RuntimeException e) {
                // The top of a virtual thread, for each sandbox: an error with one must not affect the others.
                LOG.error("{}: the retention settings could not be applied", sandbox.name(), e);
            }
        }
        trash.expire(clock);
        sweep();
    }

    private void look(SandboxRuntime sandbox, RetentionPolicy retention) throws BelljarException, InterruptedException {
        if (sandbox.state() == SandboxState.RUNNING && sandbox.observation().pauseReason() == null) {
            MachineActivity activity = sandbox.observation().activity();
            boolean unused = over(activity.idle(), retention.idle());
            boolean old = over(activity.age(), retention.lifetime()) && over(activity.idle(), QUIET);
            if (unused || old) {
                LOG.info("{}: hibernating, idle for {}", sandbox.name(), activity.idle());
                sandbox.observation().note("note", "idle", "hibernated because it was idle");
                sandboxes.stop(sandbox.id(), true);
            }
        } else if (sandbox.state() == SandboxState.STOPPED) {
            settle(sandbox, retention);
        }
    }

    private void settle(SandboxRuntime sandbox, RetentionPolicy retention)
            throws BelljarException, InterruptedException {
        Duration age = clock.age(sandbox.record().since());
        StorageTier tier = sandbox.record().tier();
        Duration warm = retention.hot();
        Duration cold = sum(warm, retention.warm());
        Duration gone = sum(cold, retention.cold());
        boolean saved = !sandbox.record().delivered() || sandbox.record().salvaged();
        if (over(age, gone)) {
            sandboxes.destroy(sandbox.id());
        } else if (over(age, cold) && saved && tier != StorageTier.COLD) {
            retentionService.pack(sandbox.id(), StorageTier.COLD, true);
        } else if (over(age, warm) && tier == StorageTier.HOT) {
            retentionService.pack(sandbox.id(), StorageTier.WARM, false);
        }
    }

    private void sweep() throws InterruptedException {
        long now = System.nanoTime();
        if (!swept || trash.untidy() || now - lastSweep > SWEEPS.toNanos()) {
            swept = trash.collect(false).kept() == null;
            lastSweep = now;
        }
    }

    /// True if the limit is reached; a limit of zero means never.
    private static boolean over(Duration is, Duration limit) {
        return !limit.isZero() && is.compareTo(limit) >= 0;
    }

    // Adds two periods; zero, which means without end, if one of them is.
    private static Duration sum(Duration before, Duration next) {
        return before.isZero() || next.isZero() ? Duration.ZERO : before.plus(next);
    }
}
