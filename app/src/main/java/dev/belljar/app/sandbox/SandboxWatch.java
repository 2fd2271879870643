package dev.belljar.app.sandbox;

import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.HostWatchListener;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.work.FileWriter;
import dev.belljar.app.work.WorkState;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.work.ReadWork;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches one sandbox until closed: its tables once, then its events, and after events its policy, routes and work.
///
/// Events are reduced on the thread that delivers them; another thread publishes changes ten times a second.
public final class SandboxWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxWatch.class);
    private static final int FINISHED = 300;
    private static final long TICK_MILLIS = 100;
    /// The work is requested at most once in this many seconds, because a fetch takes a while in a large project.
    private static final int LOOK_EVERY = 8;
    private static final Set<EventType> LOG_TYPES = EnumSet.of(
            EventType.SANDBOX,
            EventType.STATE,
            EventType.STEP,
            EventType.SNAPSHOT,
            EventType.WORK,
            EventType.COMMIT,
            EventType.PORT,
            EventType.CONSOLE,
            EventType.LIMIT,
            EventType.GAP);
    private static final Set<EventType> LIVE =
            EnumSet.of(EventType.PROC, EventType.FILE, EventType.NET, EventType.STATE, EventType.WORK, EventType.GAP);

    private final AgentClient agent;
    private final String id;
    private final Clock clock;
    private final SandboxReducer fold = new SandboxReducer();
    private final WatchedValue<ProcessState> processes;
    private final WatchedValue<FlowState> flows;
    private final WatchedValue<List<LogLine>> log;
    private final WatchedValue<WorkState> work;
    private final WatchedValue<Optional<PolicyView>> policy;
    private final WatchedValue<Optional<RouteTable>> routes;
    private final Semaphore hurry = new Semaphore(0);
    private final List<EventSubscription> followers = new ArrayList<>();
    private final HostWatch host;
    private final Thread poller;
    private final Thread publisher;
    private @Nullable WatchRegistration registrations;
    private boolean closed;
    private volatile boolean policyOutdated = true;
    private volatile boolean routesOutdated = true;
    private volatile boolean asked = true;
    private volatile boolean fetch;
    private long looked;
    private int sinceLook;

    public SandboxWatch(AgentClient agent, HostWatch host, FxPulse pulse, Clock clock, String id) {
        this.agent = agent;
        this.host = host;
        this.clock = clock;
        this.id = id;
        processes = new WatchedValue<>(pulse, ProcessState.NONE);
        flows = new WatchedValue<>(pulse, FlowState.NONE);
        log = new WatchedValue<>(pulse, List.of());
        work = new WatchedValue<>(pulse, WorkState.UNKNOWN);
        policy = new WatchedValue<>(pulse, Optional.empty());
        routes = new WatchedValue<>(pulse, Optional.empty());
        poller = Thread.ofVirtual().name("belljar-watch-" + id).unstarted(this::poll);
        publisher = Thread.ofVirtual().name("belljar-publish-" + id).unstarted(this::publish);
    }

    /// Starts watching.
    public SandboxWatch start() {
        registrations =
                WatchRegistration.all(List.of(host.listen(new SandboxListener()), host.read(id, fold::figures)));
        poller.start();
        publisher.start();
        return this;
    }

    /// The processes of the sandbox.
    public WatchedValue<ProcessState> processes() {
        return processes;
    }

    /// The flows of the sandbox.
    public WatchedValue<FlowState> flows() {
        return flows;
    }

    /// The sandbox's own events, oldest first.
    public WatchedValue<List<LogLine>> log() {
        return log;
    }

    /// The work that a sync would fetch, and the changed files.
    public WatchedValue<WorkState> work() {
        return work;
    }

    /// The network policy in effect, once it is known.
    public WatchedValue<Optional<PolicyView>> policy() {
        return policy;
    }

    /// The routes into the sandbox, while the route server runs.
    public WatchedValue<Optional<RouteTable>> routes() {
        return routes;
    }

    /// Returns the files that a process wrote last, newest first.
    public List<String> files(ProcessKey key) {
        return fold.files(key);
    }

    /// Returns the observed writers of a path of the project, newest first.
    public List<FileWriter> writers(String path) {
        return fold.writers(path);
    }

    /// Removes the ended processes.
    public void clearFinished() {
        fold.clearFinished(clock.millis());
    }

    /// Fetches the work at once, whether or not a change was observed, because the user asked for it.
    public void fetchWork() {
        work.set(work.now().fetching(true));
        fetch = true;
        hurry();
    }

    /// Requests everything again at once.
    public void hurry() {
        fold.lose();
        policyOutdated = true;
        routesOutdated = true;
        asked = true;
        hurry.release();
    }

    @Override
    public void close() {
        List<EventSubscription> ending;
        synchronized (followers) {
            closed = true;
            ending = List.copyOf(followers);
        }
        if (registrations != null) {
            registrations.close();
        }
        poller.interrupt();
        publisher.interrupt();
        // Closing a stream may wait for its socket, and the FX thread must not wait.
        Thread.ofVirtual().name("belljar-unfollow-" + id).start(() -> ending.forEach(EventSubscription::close));
    }

    private void poll() {
        try {
            follow(0, LOG_TYPES, fold::log);
            boolean following = false;
            while (true) {
                boolean known = known();
                if (known && !following) {
                    following = true;
                    follow(fold.seq(), LIVE, this::live);
                }
                sinceLook++;
                if (known && (asked || (sinceLook >= LOOK_EVERY && fold.touches() != looked))) {
                    asked = false;
                    look();
                }
                boolean _ = hurry.tryAcquire(host.pause().toMillis(), TimeUnit.MILLISECONDS);
                hurry.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// For the tops of the threads: an error must not end the watch.
    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("a sandbox's state could not be updated", e);
        }
    }

    private void follow(long after, Set<EventType> types, EventListener listener) {
        synchronized (followers) {
            if (!closed) {
                followers.add(agent.follow(id, after, types, listener));
            }
        }
    }

    private void live(List<Event> batch) {
        fold.apply(batch);
        if (fold.processesOutdated() || fold.flowsOutdated()) {
            hurry.release();
        }
    }

    private boolean known() throws InterruptedException {
        try {
            return tables();
        } catch (RuntimeException e) {
            LOG.error("a sandbox's tables could not be read", e);
            return false;
        }
    }

    /// Requests what is outdated; false if the host agent did not answer.
    private boolean tables() throws InterruptedException {
        try {
            if (fold.processesOutdated()) {
                fold.merge(agent.call(SandboxApi.PROCESSES.at(id), new ListProcesses(FINISHED)));
            }
            if (fold.flowsOutdated()) {
                fold.merge(agent.call(SandboxApi.FLOWS.at(id), new ListFlows(SandboxReducer.FLOWS)));
            }
        } catch (AgentException e) {
            return false;
        }
        if (policyOutdated) {
            policyOutdated = false;
            judged();
        }
        if (routesOutdated) {
            routesOutdated = false;
            routed();
        }
        return true;
    }

    private void judged() throws InterruptedException {
        try {
            policy.setIfChanged(Optional.of(agent.call(PolicyApi.POLICY.at(id))));
        } catch (AgentException e) {
            policyOutdated = true; // the last policy stays until there is an answer
        }
    }

    private void routed() throws InterruptedException {
        try {
            RouteList all = agent.call(AccessApi.ROUTES);
            boolean runs = all.server().state().equals("running");
            routes.setIfChanged(all.sandboxes().stream()
                    .filter(table -> runs && table.sandbox().equals(id))
                    .findFirst());
        } catch (AgentException e) {
            routesOutdated = true; // the last routes stay too
        }
    }

    private void look() throws InterruptedException {
        sinceLook = 0;
        long touches = fold.touches();
        boolean again = fetch;
        fetch = false;
        work.set(work.now().fetching(again));
        try {
            work.set(WorkState.of(agent.call(SandboxApi.WORK.at(id), again ? ReadWork.AGAIN : ReadWork.IF_CHANGED))
                    .fetching(fetch));
            looked = touches;
        } catch (AgentException e) {
            work.set(work.now().failed(e.problem()).fetching(fetch));
        }
    }

    private void publish() {
        try {
            while (true) {
                guarded(() -> fold.publish(processes, flows, log, clock.millis()));
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Notes which of the sandbox's lists changed, also by events of the host and of other sandboxes.
    private final class SandboxListener implements HostWatchListener {
        private boolean before;

        @Override
        public void connected() {
            if (before) {
                hurry();
            }
            before = true;
        }

        @Override
        public void events(List<Event> batch) {
            for (Event event : batch) {
                if (!(event instanceof HostEvent own)) {
                    hurry();
                } else if (own.sandbox() == null || id.equals(own.sandbox())) {
                    changed(own);
                }
            }
        }

        private void changed(HostEvent event) {
            switch (event) {
                case HostEvent.PolicyChanged _ -> policyOutdated = true;
                case HostEvent.RoutesChanged _, HostEvent.PortChanged _, HostEvent.StateChanged _ ->
                    routesOutdated = true;
                default -> {
                    return;
                }
            }
            hurry.release();
        }
    }
}
