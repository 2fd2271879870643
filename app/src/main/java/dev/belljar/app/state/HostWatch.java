package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.HostStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Polls the host agent for the host and all sandboxes until closed.
public final class HostWatch implements AutoCloseable {
    private static final int SNAPSHOTS_EVERY = 5;

    private final AgentClient agent;
    private final Clock clock;
    private final Duration pause;
    private final WatchedValue<HostState> state;
    private final Semaphore hurry = new Semaphore(0);
    private final Thread thread;

    public HostWatch(AgentClient agent, FxPulse pulse, Clock clock, Duration pause) {
        this.agent = agent;
        this.clock = clock;
        this.pause = pause;
        this.state = new WatchedValue<>(pulse, HostState.unknown(clock.millis()));
        this.thread = Thread.ofVirtual().name("belljar-host-watch").unstarted(this::run);
    }

    /// Starts polling.
    public void start() {
        thread.start();
    }

    /// The newest known state.
    public WatchedValue<HostState> state() {
        return state;
    }

    /// Polls again at once, after an action or when the user pressed F5.
    public void hurry() {
        hurry.release();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            boolean hurried = true;
            for (int turn = 0; ; turn++) {
                look(hurried || turn % SNAPSHOTS_EVERY == 0);
                hurried = hurry.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                if (hurried) {
                    hurry.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Polls once. Snapshots and trash change seldom, so they are included only every few polls, and
    /// after [#hurry()].
    private void look(boolean all) throws InterruptedException {
        HostState before = state.now();
        try {
            HostStatus host = agent.call(HostApi.STATUS);
            List<Sandbox> sandboxes = agent.call(SandboxApi.LIST);
            HostReducer.SnapshotsAndTrash lists = all
                    ? new HostReducer.SnapshotsAndTrash(agent.call(SnapshotApi.LIST_ALL), agent.call(StorageApi.TRASH))
                    : new HostReducer.SnapshotsAndTrash(before.snapshots(), before.trash());
            state.set(HostReducer.fold(before, host, sandboxes, lists, clock.millis()));
        } catch (AgentException e) {
            state.set(before.lost(e.problem(), clock.millis()));
        }
    }
}
