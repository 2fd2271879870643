package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.sandbox.ReadGauges;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.process.ProcessGauge;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the state of the host and of all sandboxes up to date until closed: follows their events, requests a list
/// again when an event says that it changed, and reads the gauges every second.
public final class HostWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostWatch.class);
    /// The status is requested again after this many readings, because no event says when the result of one of its
    /// checks, such as the free disk space, has changed.
    private static final int STATUS_EVERY = 30;
    /// How long to wait for further events before the lists are requested, because one step of a start causes
    /// several events.
    private static final long SETTLE_MILLIS = 50;

    private static final Set<EventType> TYPES = EnumSet.complementOf(EnumSet.of(
            EventType.SYSCALL,
            EventType.FILE,
            EventType.NET,
            EventType.PROC,
            EventType.HTTP,
            EventType.CONSOLE,
            EventType.OPAQUE));

    private final AgentClient agent;
    private final Clock clock;
    private final Duration pause;
    private final WatchedValue<HostState> state;
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread;
    private final List<HostWatchListener> listeners = new CopyOnWriteArrayList<>();
    private final EnumSet<HostList> outdated = EnumSet.allOf(HostList.class);
    private volatile boolean hurried = true;
    private volatile @Nullable ProcessReader reader;
    private @Nullable EventSubscription subscription;
    private boolean closed;
    private int readings;

    /// The sandbox whose processes are shown, and who receives their figures.
    private record ProcessReader(String sandbox, Consumer<List<ProcessGauge>> receiver) {}

    public HostWatch(AgentClient agent, FxPulse pulse, Clock clock, Duration pause) {
        this.agent = agent;
        this.clock = clock;
        this.pause = pause;
        this.state = new WatchedValue<>(pulse, HostState.unknown(clock.millis()));
        this.thread = Thread.ofVirtual().name("belljar-host-watch").unstarted(this::run);
    }

    /// Starts watching.
    public void start() {
        thread.start();
    }

    /// The newest known state.
    public WatchedValue<HostState> state() {
        return state;
    }

    /// The time between two readings of the gauges.
    public Duration pause() {
        return pause;
    }

    /// Requests everything at once, after an action or when the user pressed F5.
    public void hurry() {
        outdate(EnumSet.allOf(HostList.class));
        hurried = true;
        wake.release();
    }

    /// Registers a listener, and calls `connected` at once if events are already followed.
    public synchronized WatchRegistration listen(HostWatchListener listener) {
        listeners.add(listener);
        if (subscription != null) {
            listener.connected();
        }
        return () -> listeners.remove(listener);
    }

    /// Starts reading the figures of this sandbox's processes, instead of those of any other sandbox.
    public WatchRegistration read(String sandbox, Consumer<List<ProcessGauge>> receiver) {
        ProcessReader mine = new ProcessReader(sandbox, receiver);
        reader = mine;
        return () -> {
            if (mine.equals(reader)) {
                reader = null;
            }
        };
    }

    @Override
    public void close() {
        EventSubscription ending;
        synchronized (this) {
            closed = true;
            ending = subscription;
        }
        thread.interrupt();
        close(ending);
    }

    /// Closes a stream, which may wait for its socket: neither the FX thread nor the stream's own thread may.
    private static void close(@Nullable EventSubscription stream) {
        if (stream != null) {
            Thread.ofVirtual().name("belljar-unfollow-host").start(stream::close);
        }
    }

    private void run() {
        try {
            long next = System.nanoTime();
            while (true) {
                boolean due = hurried || System.nanoTime() - next >= 0;
                if (due) {
                    hurried = false;
                    next = System.nanoTime() + pause.toNanos();
                }
                watched(due);
                if (wake.tryAcquire(Math.max(1, next - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    TimeUnit.MILLISECONDS.sleep(hurried ? 0 : SETTLE_MILLIS);
                    wake.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The top of the thread: an error must not end the watch.
    private void watched(boolean due) throws InterruptedException {
        try {
            look(due);
        } catch (RuntimeException e) {
            LOG.error("the state of the host could not be updated", e);
            outdate(EnumSet.allOf(HostList.class));
        }
    }

    private void look(boolean due) throws InterruptedException {
        if (due && readings++ % STATUS_EVERY == 0) {
            outdate(EnumSet.of(HostList.STATUS));
        }
        EnumSet<HostList> lists = take();
        HostState before = state.now();
        try {
            HostState next = lists(before, lists);
            state.set(due ? gauges(next) : next);
        } catch (AgentException e) {
            outdate(EnumSet.allOf(HostList.class));
            state.set(before.lost(e.problem(), clock.millis()));
            listeners.forEach(HostWatchListener::lost);
        }
    }

    /// Requests lists. The status comes first: it has the number of the last event, and events are followed from
    /// there, so that nothing that happens while the other lists are requested is missed.
    private HostState lists(HostState before, Set<HostList> lists) throws AgentException, InterruptedException {
        HostStatus host = before.host();
        if (host == null || lists.contains(HostList.STATUS)) {
            host = agent.call(HostApi.STATUS);
            follow(host.lastSeq());
        }
        HostState next = before.with(host, clock.millis());
        if (lists.contains(HostList.SANDBOXES)) {
            next = HostReducer.list(next, agent.call(SandboxApi.LIST));
        }
        if (lists.contains(HostList.SYNCS)) {
            next = HostReducer.syncs(next, agent.call(SyncApi.ALL));
        }
        if (lists.contains(HostList.SNAPSHOTS)) {
            next = next.withSnapshots(agent.call(SnapshotApi.LIST_ALL));
        }
        if (lists.contains(HostList.TRASH)) {
            next = next.withTrash(agent.call(StorageApi.TRASH));
        }
        return next;
    }

    private HostState gauges(HostState before) throws AgentException, InterruptedException {
        ProcessReader now = reader;
        HostGauges gauges = agent.call(HostApi.GAUGES, new ReadGauges(now == null ? null : now.sandbox()));
        if (now != null) {
            now.receiver().accept(gauges.processes());
        }
        return HostReducer.gauges(before, gauges, clock.millis());
    }

    /// Follows the events, unless they are followed already. The stream is opened without the lock, which its thread
    /// needs for what it delivers.
    private void follow(long after) {
        synchronized (this) {
            if (subscription != null || closed) {
                return;
            }
        }
        HostEventsListener events = new HostEventsListener();
        EventSubscription opened = agent.followHost(after, TYPES, events);
        synchronized (this) {
            if (!closed && !events.refused) {
                subscription = opened;
                listeners.forEach(HostWatchListener::connected);
                return;
            }
        }
        close(opened);
    }

    private synchronized void outdate(Set<HostList> lists) {
        outdated.addAll(lists);
    }

    private synchronized EnumSet<HostList> take() {
        EnumSet<HostList> taken = EnumSet.copyOf(outdated);
        outdated.clear();
        return taken;
    }

    /// Notes which lists changed, and passes the events on.
    private final class HostEventsListener implements EventListener {
        private boolean broken;
        /// Guarded by the watch.
        private boolean refused;

        @Override
        public void events(List<Event> batch) {
            EnumSet<HostList> changed = EnumSet.noneOf(HostList.class);
            batch.forEach(event -> changed.addAll(HostList.changedBy(event)));
            if (!changed.isEmpty()) {
                outdate(changed);
                wake.release();
            }
            listeners.forEach(listener -> listener.events(batch));
        }

        /// The host agent refuses the stream: all lists are requested again, and then the events after them.
        @Override
        public void ended(Problem problem) {
            EventSubscription ended;
            synchronized (HostWatch.this) {
                refused = true;
                ended = subscription;
                subscription = null;
            }
            close(ended);
            outdate(EnumSet.allOf(HostList.class));
            listeners.forEach(HostWatchListener::lost);
        }

        @Override
        public void connected(boolean up) {
            if (!up) {
                broken = true;
            } else if (broken) {
                broken = false;
                hurry();
                listeners.forEach(HostWatchListener::connected);
            }
        }
    }
}
