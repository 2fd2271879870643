package dev.belljar.app.recorded;

import dev.belljar.app.recorded.sample.RecordedTerminal;
import dev.belljar.app.recorded.sample.SampleAgents;
import dev.belljar.app.recorded.sample.SampleAuthorities;
import dev.belljar.app.recorded.sample.SampleEnvironments;
import dev.belljar.app.recorded.sample.SampleFiles;
import dev.belljar.app.recorded.sample.SampleMirrors;
import dev.belljar.app.recorded.sample.SampleSettings;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A client without a host agent: it answers with recorded data, and only remembers the requests it receives.
public final class RecordedAgent implements AgentClient {
    private final Scenario scenario;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<TerminalListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final RecordedHostEvents hostEvents = new RecordedHostEvents();
    private final RecordedHostStatus host;
    private final RecordedSandboxes sandboxes;
    private final RecordedGuests guests;
    private final RecordedRetention retention;
    private final RecordedRoutes routes;
    private final RecordedPolicies policies;
    private final RecordedSsh ssh = new RecordedSsh();
    private final RecordedOperations operations = new RecordedOperations();
    private volatile boolean left;

    public RecordedAgent(Scenario scenario) {
        this.scenario = scenario;
        host = new RecordedHostStatus(scenario, requests::add);
        sandboxes = new RecordedSandboxes(scenario, host, requests::add);
        guests = new RecordedGuests(scenario, host, sandboxes, requests::add);
        retention = new RecordedRetention(scenario, sandboxes, requests::add);
        routes = new RecordedRoutes(sandboxes);
        NetworkMode mode = scenario == Scenario.ASKING ? NetworkMode.ASK : NetworkMode.CLOSED;
        policies = new RecordedPolicies(
                scenario == Scenario.ASKING ? RecordedRules.approvals() : List.of(), mode, hostEvents::tell);
        operations.host(host, guests);
        operations.sandbox(sandboxes, guests);
        operations.settings(sandboxes, new SampleSettings(mode), hostEvents::tell);
        operations.sync(guests);
        operations.snapshot(sandboxes, guests);
        operations.timeline(guests);
        operations.storage(new RecordedStorage(requests::add), retention, sandboxes);
        operations.policy(policies);
        operations.secret(policies);
        operations.authority(new SampleAuthorities(), new SampleMirrors());
        operations.codingAgents(new SampleAgents(requests::add));
        operations.environment(new SampleEnvironments(requests::add));
        operations.access(routes, new RecordedSessions(), ssh);
    }

    /// Returns the received requests to change something, in order.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /// Refuses to create sandboxes until emulation is accepted, as a host without hardware
    /// virtualization does.
    public void refuseEmulation() {
        host.refuseEmulation();
    }

    /// Adds a terminal page to the routes of every running sandbox.
    public void serveTerminal() {
        routes.serveTerminal();
        hostEvents.tell(new HostEvent.RoutesChanged(0, RecordedHost.now(), null, null));
    }

    /// True if the changes of the sandbox with this name were requested.
    public boolean looked(String name) {
        return guests.looked("sb-" + name);
    }

    /// Changes the sandbox with this name in all further answers.
    public void changeSandbox(String name, UnaryOperator<Sandbox> change) {
        sandboxes.change("sb-" + name, change);
        hostEvents.changed("sb-" + name, SandboxState.RUNNING);
    }

    /// Changes the state of a sync in all further answers.
    public void changeSync(SyncStatus status) {
        guests.sync(status);
        hostEvents.tell(new SyncChanged(0, RecordedHost.now(), status.sandbox(), status));
    }

    /// Reads no file until `release` counts down, as a busy computer does for seconds.
    public void holdFiles(CountDownLatch release) {
        guests.holdFiles(release);
    }

    /// Reads no review until `release` counts down.
    public void holdReviews(CountDownLatch release) {
        guests.holdReviews(release);
    }

    /// Reads no connections until `release` counts down.
    public void holdFlows(CountDownLatch release) {
        guests.holdFlows(release);
    }

    /// Adds a commit to the work that is reviewed.
    public void addWork() {
        guests.addWork();
    }

    /// Changes the host in all further answers.
    public void changeHost(UnaryOperator<HostStatus> change) {
        host.change(change);
        hostEvents.tell(new HostEvent.ImageChanged(0, RecordedHost.now(), "ready", 100, "", null, null));
    }

    /// Keeps the CPU load at this figure from then on, so that a picture does not depend on how long it took.
    public void stopFiguresAt(int figure) {
        sandboxes.stopFiguresAt(figure);
    }

    /// Returns how often the gauges were requested.
    public int asked() {
        return sandboxes.figures();
    }

    /// Returns the sandboxes of the next answer.
    public List<Sandbox> list() throws AgentException {
        return sandboxes.list();
    }

    /// Returns how often each operation was called, by its name.
    public Map<String, Integer> calls() {
        return calls.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().get()));
    }

    /// Returns the policies and approvals, which a test can change.
    public RecordedPolicies rules() {
        return policies;
    }

    /// Returns the ssh keys, which a test can change.
    public RecordedSsh ssh() {
        return ssh;
    }

    /// Answers from now on that the retention settings cannot be read.
    public void damageRetention() {
        retention.damage();
    }

    /// Answers from now on as after `belljar agent stop`.
    public void leave() {
        left = true;
    }

    /// Removes a sandbox from all further answers, as if it had been destroyed elsewhere.
    public void lose(String name) {
        sandboxes.lose("sb-" + name);
        hostEvents.changed("sb-" + name, SandboxState.DESTROYED);
    }

    /// Returns the number of terminals that were opened.
    public int terminals() {
        synchronized (listeners) {
            return listeners.size();
        }
    }

    /// Prints text in every open terminal.
    public void print(String words) {
        synchronized (listeners) {
            listeners.forEach(l -> l.output(words.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request)
            throws AgentException, InterruptedException {
        calls.computeIfAbsent(call.operation().name(), _ -> new AtomicInteger()).incrementAndGet();
        answer();
        return operations.call(call, request);
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener) {
        // The lock keeps text that is printed meanwhile after the recorded screen.
        synchronized (listeners) {
            listeners.add(listener);
            listener.started(new TerminalStarted(0, "main", "zellij"));
            return new RecordedTerminal(listener);
        }
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener) {
        synchronized (listeners) {
            listeners.add(listener);
            return new RecordedTerminal(listener);
        }
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException {
        throw RecordedRefusal.recordingHasNo("connections to ports in a machine");
    }

    @Override
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        return hostEvents.follow(listener);
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        Thread thread = Thread.ofVirtual().name("recorded-events").start(() -> {
            listener.connected(true);
            List<Event> events = RecordedEvents.events().stream()
                    .filter(e -> e.seq() > afterSeq && types.contains(e.type()))
                    .toList();
            if (!events.isEmpty()) {
                listener.events(events);
            }
        });
        return thread::interrupt;
    }

    @Override
    public InputStream files(String id, FetchFiles request) throws AgentException, InterruptedException {
        return SampleFiles.archive(request.paths());
    }

    @Override
    public CaptureStream capture(String id) throws AgentException {
        throw RecordedRefusal.recordingHasNo("packets");
    }

    @Override
    public void close() {}

    private void answer() throws AgentException {
        if (left) {
            throw RecordedRefusal.of(
                    AgentStarter.STOPPED,
                    "The host agent was stopped. Sandboxes keep running, but nothing is recorded and nothing can be"
                            + " synced until the host agent runs again.",
                    "Start the host agent here, or with `belljar agent start`.");
        }
        if (scenario == Scenario.DOWN) {
            throw RecordedRefusal.of(
                    ProblemCode.UNAVAILABLE,
                    "The host agent (process 4711) is running but does not respond.",
                    "It may be busy or shutting down. Belljar retries every second.");
        }
    }
}
