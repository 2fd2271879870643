package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.request.ListFlows;
import dev.belljar.contract.request.ListProcesses;
import dev.belljar.contract.request.ReadWork;
import dev.belljar.contract.view.ProcessTable;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Watches one sandbox until closed: its events as they arrive, its figures every second, its work
/// after it changed.
///
/// Events are reduced on the thread that delivers them; another thread publishes changes ten times a second.
public final class SandboxWatch implements AutoCloseable {
    private static final int FINISHED = 300;
    private static final int FLOWS = 1_000;
    private static final long TICK_MILLIS = 100;
    private static final long POLL_MILLIS = 1_000;
    private static final int LOOK_EVERY = 8;

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
    private final Thread poller;
    private final Thread publisher;
    private boolean closed;
    private volatile boolean fetch;
    private long looked;
    private int sinceLook;

    public SandboxWatch(AgentClient agent, FxPulse pulse, Clock clock, String id) {
        this.agent = agent;
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

    /// Fetches the work at once, whether or not a change was observed, because the user asks for it.
    public void fetchWork() {
        fetch = true;
        hurry.release();
    }

    /// Requests everything again at once.
    public void hurry() {
        hurry.release();
    }

    @Override
    public void close() {
        List<EventSubscription> ending;
        synchronized (followers) {
            closed = true;
            ending = List.copyOf(followers);
        }
        poller.interrupt();
        publisher.interrupt();
        // Closing a stream may wait for its socket, and the FX thread must not wait.
        Thread.ofVirtual().name("belljar-unfollow-" + id).start(() -> ending.forEach(EventSubscription::close));
    }

    private void poll() {
        try {
            follow(0, EnumSet.of(EventType.SANDBOX, EventType.GAP));
            boolean following = false;
            boolean asked = true;
            boolean missed = false;
            while (true) {
                boolean known = figures();
                // Work that could not be requested while the host agent was away is requested when it is back.
                asked |= known && missed;
                missed = !known;
                if (known && !following) {
                    following = true;
                    follow(fold.seq(), EnumSet.of(EventType.PROC, EventType.FILE));
                }
                sinceLook++;
                if (asked || (sinceLook >= LOOK_EVERY && stale())) {
                    look();
                }
                asked = hurry.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
                hurry.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(long after, EnumSet<EventType> types) {
        synchronized (followers) {
            if (!closed) {
                followers.add(agent.follow(id, after, types, fold::apply));
            }
        }
    }

    /// Requests processes, flows, policy and routes; false if the host agent did not answer.
    private boolean figures() throws InterruptedException {
        try {
            ProcessTable table = agent.call(SandboxApi.PROCESSES.at(id), new ListProcesses(FINISHED));
            fold.merge(table);
            flows.set(FlowViewReducer.state(agent.call(SandboxApi.FLOWS.at(id), new ListFlows(FLOWS))));
            judged();
            routed();
            return true;
        } catch (AgentException e) {
            return false;
        }
    }

    private void judged() throws InterruptedException {
        try {
            Optional<PolicyView> now = Optional.of(agent.call(PolicyApi.POLICY.at(id)));
            if (!now.equals(policy.now())) {
                policy.set(now);
            }
        } catch (AgentException e) {
            // The last policy stays, as everything else does while the host agent does not answer.
        }
    }

    private void routed() throws InterruptedException {
        try {
            RouteList all = agent.call(AccessApi.ROUTES);
            Optional<RouteTable> now = all.sandboxes().stream()
                    .filter(table -> all.server().state().equals("running"))
                    .filter(table -> table.sandbox().equals(id))
                    .findFirst();
            if (!now.equals(routes.now())) {
                routes.set(now);
            }
        } catch (AgentException e) {
            // The last routes stay too.
        }
    }

    /// True if the work may have changed since it was requested.
    private boolean stale() {
        return fold.touches() != looked;
    }

    private void look() throws InterruptedException {
        sinceLook = 0;
        looked = fold.touches();
        ReadWork request = fetch ? ReadWork.AGAIN : ReadWork.IF_CHANGED;
        fetch = false;
        WorkState before = work.now();
        try {
            work.set(WorkState.of(agent.call(SandboxApi.WORK.at(id), request)));
        } catch (AgentException e) {
            work.set(before.failed(e.problem()));
        }
    }

    private void publish() {
        try {
            while (true) {
                fold.publish(processes, log, clock.millis());
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
