package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.policy.PolicyView;
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

/// Watches one sandbox until closed: its events as they come, its figures every second, its work when it
/// changed.
///
/// Events are folded on the thread that brings them; a thread of its own hands over what changed ten times
/// a second.
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
    private final Observable<ProcessState> processes;
    private final Observable<FlowState> flows;
    private final Observable<List<LogLine>> log;
    private final Observable<WorkState> work;
    private final Observable<Optional<PolicyView>> policy;
    private final Observable<Optional<RouteTable>> routes;
    private final Semaphore hurry = new Semaphore(0);
    private final List<EventSubscription> followers = new ArrayList<>();
    private final Thread poller;
    private final Thread publisher;
    private boolean closed;
    private long looked;
    private int sinceLook;

    public SandboxWatch(AgentClient agent, FxPulse pulse, Clock clock, String id) {
        this.agent = agent;
        this.clock = clock;
        this.id = id;
        processes = new Observable<>(pulse, ProcessState.NONE);
        flows = new Observable<>(pulse, FlowState.NONE);
        log = new Observable<>(pulse, List.of());
        work = new Observable<>(pulse, WorkState.UNKNOWN);
        policy = new Observable<>(pulse, Optional.empty());
        routes = new Observable<>(pulse, Optional.empty());
        poller = Thread.ofVirtual().name("belljar-watch-" + id).unstarted(this::poll);
        publisher = Thread.ofVirtual().name("belljar-publish-" + id).unstarted(this::publish);
    }

    /// Begins to watch.
    public SandboxWatch start() {
        poller.start();
        publisher.start();
        return this;
    }

    /// The processes.
    public Observable<ProcessState> processes() {
        return processes;
    }

    /// The network.
    public Observable<FlowState> flows() {
        return flows;
    }

    /// The sandbox's own events, oldest first.
    public Observable<List<LogLine>> log() {
        return log;
    }

    /// What a sync would bring.
    public Observable<WorkState> work() {
        return work;
    }

    /// The network policy in force, once it is known.
    public Observable<Optional<PolicyView>> policy() {
        return policy;
    }

    /// The addresses that lead into it, while a server answers there.
    public Observable<Optional<RouteTable>> routes() {
        return routes;
    }

    /// The files a process wrote last, the newest first.
    public List<String> files(ProcessKey key) {
        return fold.files(key);
    }

    /// Who wrote a path of the project last, as far as it was seen, the newest first.
    public List<FileWriter> writers(String path) {
        return fold.writers(path);
    }

    /// Forgets the ended processes.
    public void clearFinished() {
        fold.clearFinished(clock.millis());
    }

    /// Asks for everything again at once.
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
        // Closing a stream may wait for its socket, which the screen's thread must not.
        Thread.ofVirtual().name("belljar-unfollow-" + id).start(() -> ending.forEach(EventSubscription::close));
    }

    private void poll() {
        try {
            follow(0, EnumSet.of(EventType.SANDBOX, EventType.GAP));
            boolean following = false;
            boolean asked = true;
            while (true) {
                boolean known = figures();
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

    /// Asks for processes and flows; false when the agent did not say.
    private boolean figures() throws InterruptedException {
        try {
            ProcessTable table = agent.processes(id, FINISHED);
            fold.merge(table);
            flows.set(FlowViewReducer.state(agent.flows(id, FLOWS)));
            judged();
            routed();
            return true;
        } catch (AgentException e) {
            return false;
        }
    }

    private void judged() throws InterruptedException {
        try {
            Optional<PolicyView> now = Optional.of(agent.policies().policy(id));
            if (!now.equals(policy.now())) {
                policy.set(now);
            }
        } catch (AgentException e) {
            // What was known stays, as everything else does while the agent does not answer.
        }
    }

    private void routed() throws InterruptedException {
        try {
            RouteList all = agent.routes().all();
            Optional<RouteTable> now = all.sandboxes().stream()
                    .filter(table -> all.server().state().equals("running"))
                    .filter(table -> table.sandbox().equals(id))
                    .findFirst();
            if (!now.equals(routes.now())) {
                routes.set(now);
            }
        } catch (AgentException e) {
            // As with the policy.
        }
    }

    /// A look runs programs in the machine: it is taken only when something there may have changed, or the last one
    /// failed.
    private boolean stale() {
        return fold.touches() != looked || work.now().problem() != null;
    }

    private void look() throws InterruptedException {
        sinceLook = 0;
        looked = fold.touches();
        WorkState before = work.now();
        try {
            work.set(new WorkState(agent.plan(id), agent.diff(id), null));
        } catch (AgentException e) {
            work.set(new WorkState(before.plan(), before.diff(), e.problem()));
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
