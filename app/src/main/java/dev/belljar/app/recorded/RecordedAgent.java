package dev.belljar.app.recorded;

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
import dev.belljar.contract.operation.OperationCall;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadComparedFile;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.process.SandboxGauges;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.session.TerminalStarted;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.RetentionStatus;
import dev.belljar.contract.view.storage.TrashItem;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A client without a host agent: it answers with recorded data, and only remembers the requests it receives.
public final class RecordedAgent implements AgentClient {
    /// The recorded states of the host and its sandboxes.
    public enum Scenario {
        BUSY,
        ASKING,
        MANY_SNAPSHOTS,
        EMPTY,
        FIRST_RUN,
        BROKEN_IMAGE,
        DOWN;

        /// True if there are sandboxes.
        boolean lively() {
            return this == BUSY || this == ASKING || this == MANY_SNAPSHOTS;
        }
    }

    private static final List<Integer> CPU = SyntheticSeries.of(
            110,
            12,
            0.06,
            1000,
            new SyntheticSeries.LoadBurst(12, 4, 0.32),
            new SyntheticSeries.LoadBurst(17, 3, 0.26),
            new SyntheticSeries.LoadBurst(60, 4, 0.16),
            new SyntheticSeries.LoadBurst(72, 5, 0.33),
            new SyntheticSeries.LoadBurst(84, 4, 0.2),
            new SyntheticSeries.LoadBurst(100, 5, 0.36),
            new SyntheticSeries.LoadBurst(108, 2, 0.3));

    private static final List<Integer> CPU_FIRST = SyntheticSeries.of(
            110,
            29,
            0.05,
            1000,
            new SyntheticSeries.LoadBurst(22, 6, 0.18),
            new SyntheticSeries.LoadBurst(48, 5, 0.3),
            new SyntheticSeries.LoadBurst(90, 7, 0.22));

    private static final List<Integer> CPU_SECOND = SyntheticSeries.of(
            110,
            41,
            0.04,
            1000,
            new SyntheticSeries.LoadBurst(8, 3, 0.14),
            new SyntheticSeries.LoadBurst(38, 8, 0.12),
            new SyntheticSeries.LoadBurst(78, 4, 0.28));

    private volatile CountDownLatch files = new CountDownLatch(0);
    private final Scenario scenario;
    private volatile boolean damaged;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile int lastFigure = Integer.MAX_VALUE;
    private final List<String> looked = new CopyOnWriteArrayList<>();
    private final List<TerminalListener> listeners = new CopyOnWriteArrayList<>();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private final RecordedHostEvents hostEvents = new RecordedHostEvents();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final RecordedPolicies policies;
    private final RecordedSsh ssh = new RecordedSsh();
    private final RecordedOperations operations;
    private volatile boolean left;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, UnaryOperator<Sandbox>> changes = new ConcurrentHashMap<>();
    private volatile UnaryOperator<HostStatus> hostChange = same -> same;
    private volatile boolean refusesEmulation;
    private volatile boolean servesTerminal;

    public RecordedAgent(Scenario scenario) {
        this.scenario = scenario;
        this.policies = scenario == Scenario.ASKING
                ? new RecordedPolicies(RecordedRules.approvals(), NetworkMode.ASK, hostEvents::tell)
                : new RecordedPolicies(List.of(), NetworkMode.CLOSED, hostEvents::tell);
        this.operations = new RecordedOperations(this, policies, ssh);
    }

    /// Returns the received requests to change something, in order.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    void record(String request) {
        requests.add(request);
    }

    /// Refuses to create sandboxes until emulation is accepted, as a host without hardware
    /// virtualization does.
    public void refuseEmulation() {
        refusesEmulation = true;
    }

    /// Adds a terminal page to the routes of every running sandbox.
    public void serveTerminal() {
        servesTerminal = true;
        hostEvents.tell(new HostEvent.RoutesChanged(0, RecordedHost.now(), null, null));
    }

    boolean servesTerminal() {
        return servesTerminal;
    }

    /// True if the changes of the sandbox with this name were requested.
    public boolean looked(String name) {
        return looked.contains("sb-" + name);
    }

    /// Changes the sandbox with this name in all further answers.
    public void changeSandbox(String name, UnaryOperator<Sandbox> change) {
        changes.put("sb-" + name, change);
        hostEvents.changed("sb-" + name, SandboxState.RUNNING);
    }

    /// Reads no file until `release` counts down, as a busy computer does for seconds.
    public void holdFiles(CountDownLatch release) {
        files = release;
    }

    /// Changes the host in all further answers.
    public void changeHost(UnaryOperator<HostStatus> change) {
        hostChange = change;
        hostEvents.tell(new HostEvent.ImageChanged(0, RecordedHost.now(), "ready", 100, "", null, null));
    }

    /// Keeps the CPU load at this figure from then on, so that a picture does not depend on how long it took.
    public void stopFiguresAt(int figure) {
        lastFigure = figure;
    }

    /// Returns how often the gauges were requested.
    public int asked() {
        return asked.get();
    }

    /// Returns how often each operation was called, by its name.
    public Map<String, Integer> calls() {
        return calls.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().get()));
    }

    public AgentHealth health() throws AgentException {
        return new AgentHealth(true, "0.1.0", 4711, "/home/mia/.local/share/belljar", RecordedHost.at("12:00:00"));
    }

    public HostStatus acceptEmulation() throws AgentException {
        requests.add("accept emulation");
        refusesEmulation = false;
        return host();
    }

    public HostStatus host() throws AgentException {
        return hostChange.apply(RecordedHost.host(
                switch (scenario) {
                    case FIRST_RUN -> RecordedHost.building();
                    case BROKEN_IMAGE -> RecordedHost.brokenImage();
                    case BUSY, ASKING, MANY_SNAPSHOTS, EMPTY, DOWN -> RecordedHost.ready();
                }));
    }

    public ImageStatus buildImage() throws AgentException {
        requests.add("buildImage");
        return RecordedHost.building();
    }

    public ImageStatus refreshImage() throws AgentException {
        return host().image();
    }

    public ImageStatus cancelImage() throws AgentException {
        return host().image();
    }

    public ImageStatus checkImage() throws AgentException {
        return host().image();
    }

    public ImagesPruned pruneImages() throws AgentException {
        requests.add("pruneImages");
        return new ImagesPruned(List.of(), 0);
    }

    public void rebuildIndex() {
        requests.add("rebuildIndex");
    }

    public void shutdown() {
        requests.add("shutdown");
    }

    public Sandbox create(CreateSandbox request) throws AgentException {
        if (refusesEmulation) {
            throw refusal(
                    ProblemCode.EMULATION_NOT_ACCEPTED,
                    "Sandboxes would run under emulation on this computer. " + RecordedHost.TCG.reason() + " "
                            + RecordedHost.RISK,
                    "Accept emulation once with `belljar doctor --accept-emulation`, or enable KVM: `belljar doctor`"
                            + " shows how.");
        }
        requests.add("create " + request.path());
        return RecordedHost.sandboxes(0, 0, 0).getFirst();
    }

    public List<Sandbox> list() throws AgentException {
        int at = Math.min(Math.min(Math.max(0, asked.get() - 1), lastFigure), CPU.size() - 1);
        return scenario.lively()
                ? RecordedHost.sandboxes(CPU.get(at), CPU_FIRST.get(at), CPU_SECOND.get(at)).stream()
                        .filter(s -> !lost.contains(s.id()))
                        .map(s -> changes.getOrDefault(s.id(), same -> same).apply(s))
                        .toList()
                : List.of();
    }

    public HostGauges gauges(@Nullable String sandbox) throws AgentException {
        asked.incrementAndGet();
        HostStatus host = host();
        List<SandboxGauges> sandboxes = list().stream()
                .map(s -> new SandboxGauges(
                        s.id(), s.status().gauges(), s.status().lastSeq()))
                .toList();
        List<ProcessGauge> figures = sandbox == null
                ? List.of()
                : processes(sandbox, 0).rows().stream()
                        .filter(row -> row.ended() == null)
                        .map(row -> new ProcessGauge(
                                row.pid(), row.start(), row.cpuPermille(), Objects.requireNonNullElse(row.rss(), 0L)))
                        .toList();
        return new HostGauges(host.cpuPermille(), host.memoryFree(), host.diskFree(), sandboxes, figures);
    }

    public Sandbox get(String id) throws AgentException {
        return list().stream()
                .filter(s -> s.id().equals(id) || s.spec().name().equals(id))
                .findFirst()
                .orElseThrow(() -> refusal(
                        ProblemCode.NOT_FOUND,
                        "no sandbox is called \"" + id + "\"",
                        "`belljar list` shows all sandboxes."));
    }

    public Sandbox start(String id) throws AgentException {
        requests.add("start " + id);
        return get(id);
    }

    public Sandbox stop(String id, boolean hibernate) throws AgentException {
        requests.add((hibernate ? "hibernate " : "stop ") + id);
        return get(id);
    }

    public Sandbox stopNow(String id) throws AgentException {
        requests.add("stop now " + id);
        return get(id);
    }

    public Snapshot snapshot(String id, TakeSnapshot request) throws AgentException {
        requests.add("snapshot " + id);
        Snapshot like = RecordedSnapshots.snapshots().getLast();
        return new Snapshot(
                "5a9",
                id,
                get(id).spec().name(),
                null,
                request.name(),
                request.note(),
                RecordedHost.now(),
                like.seq(),
                like.branch(),
                like.commit(),
                like.work(),
                like.policy(),
                104,
                268_435_456);
    }

    public List<Snapshot> snapshots(String id) {
        return List.of();
    }

    public List<Snapshot> snapshots() throws AgentException {
        return switch (scenario) {
            case BUSY, ASKING -> RecordedSnapshots.snapshots();
            case MANY_SNAPSHOTS -> RecordedSnapshots.many();
            case EMPTY, FIRST_RUN, BROKEN_IMAGE, DOWN -> List.of();
        };
    }

    public void deleteSnapshot(String snapshot) {
        requests.add("delete snapshot " + snapshot);
    }

    public List<Sandbox> branch(String snapshot, BranchSandbox request) {
        requests.add("branch " + snapshot + " " + request.count());
        return RecordedHost.sandboxes(0, 0, 0).stream()
                .filter(s -> snapshot.equals(s.origin()))
                .toList();
    }

    public List<Sandbox> branchNow(String id, BranchSandbox request) {
        requests.add("branch " + id + " " + request.count());
        return List.of();
    }

    public WorkspaceComparison compare(String from, String to) {
        return RecordedSnapshots.compare(from, to);
    }

    public FileContents contents(String from, ReadComparedFile asked) throws InterruptedException {
        requests.add("read " + from + " " + asked.base() + ".." + asked.tip() + " " + asked.path());
        files.await();
        return RecordedWork.contents(asked.path());
    }

    public IdentityCheck identity(String id) {
        return RecordedSnapshots.identity(id, scenario == Scenario.MANY_SNAPSHOTS);
    }

    public Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException {
        requests.add("pack " + id + " " + tier);
        return get(id);
    }

    /// Returns the policies and approvals, which a test can change.
    public RecordedPolicies rules() {
        return policies;
    }

    /// Returns the ssh keys, which a test can change.
    public RecordedSsh ssh() {
        return ssh;
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
    public RemoteTunnel tunnel(String id, int port) throws AgentException {
        throw recordingHasNo("connections to ports in a machine");
    }

    public List<TrashItem> trash() throws AgentException {
        return scenario == Scenario.BUSY || scenario == Scenario.ASKING ? RecordedSnapshots.trash() : List.of();
    }

    public Sandbox restoreTrash(String item) throws AgentException {
        requests.add("restore " + item);
        return get(item);
    }

    public void discardTrash(String item) {
        requests.add("discard " + item);
    }

    /// Answers from now on that the retention settings cannot be read.
    public void damageRetention() {
        damaged = true;
    }

    public RetentionStatus retention() {
        if (damaged) {
            String problem = "/home/mia/.local/share/belljar/retention.json cannot be read";
            return new RetentionStatus(30, 1440, 0, 0, 0, 0, List.of(), problem);
        }
        boolean fixed = scenario == Scenario.ASKING;
        return new RetentionStatus(
                fixed ? 45 : 30, 1440, 1440, 2880, 10080, 43200, fixed ? List.of("idleMinutes") : List.of(), null);
    }

    public RetentionStatus retain(SetRetention request) {
        requests.add("retain " + request.said());
        return retention();
    }

    public RetentionStatus retainAsUsual() {
        requests.add("retain as usual");
        return retention();
    }

    public GarbageCollected emptyTrash(boolean unsaved) {
        requests.add("empty trash");
        return new GarbageCollected(false, List.of(), 0, null);
    }

    public GarbageCollected collect(boolean dryRun) {
        requests.add("collect");
        return new GarbageCollected(dryRun, List.of(), 0, null);
    }

    public DestroyResult destroy(String id) {
        requests.add("destroy " + id);
        return new DestroyResult(
                id,
                "refs/sandbox/salvage/" + id,
                "repository",
                "Unsynced work is saved at refs/sandbox/salvage/" + id + ".");
    }

    public DestroyResult destroyNow(String id) {
        requests.add("destroy now " + id);
        return new DestroyResult(
                id,
                null,
                "repository",
                "The sandbox's work was not fetched, but is still on its disk in the trash at "
                        + "/home/mia/.local/share/belljar/trash/" + id
                        + ". To restore the sandbox, run `belljar trash restore " + id
                        + "`. Data that programs had not yet written to the disk is lost.");
    }

    public ExecResult exec(String id, ExecCommand command) {
        String script = command.argv().getLast();
        if (script.equals("belljar-signal")) {
            requests.add("signal " + command.env().get("SIGNAL") + " "
                    + command.env().get("PID"));
        }
        String out = script.equals("belljar-inspect") ? RecordedWork.INSIDE : "";
        String bytes = Base64.getEncoder().encodeToString(out.getBytes(StandardCharsets.UTF_8));
        return new ExecResult(0, null, false, bytes, "", false, 12);
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener) {
        synchronized (listeners) {
            listeners.add(listener);
            return new RecordedTerminal(listener);
        }
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

    public ProcessTable processes(String id, int finished) throws AgentException {
        return id.contains("docs") ? new ProcessTable(RecordedEvents.SEQ, 0, List.of()) : RecordedEvents.processes();
    }

    public SandboxWork work(String id) {
        looked.add(id);
        SyncPlan plan = id.contains("docs")
                ? RecordedWork.upToDate()
                : id.contains("try-2") ? RecordedWork.planWithoutLarge() : RecordedWork.plan();
        return new SandboxWork(plan, plan.diff().system(), true);
    }

    public FileContents contents(String id, String path) throws InterruptedException {
        files.await();
        return RecordedWork.contents(path);
    }

    public FlowTable flows(String id, int most) throws AgentException {
        return id.contains("docs")
                ? new FlowTable(RecordedEvents.SEQ, 0, 0, 0, 0, List.of())
                : RecordedTraffic.table(scenario == Scenario.ASKING);
    }

    @Override
    public CaptureStream capture(String id) throws AgentException {
        throw recordingHasNo("packets");
    }

    public RunReport report(String id) throws AgentException {
        return new RunReport(
                RecordedHost.now(),
                get(id),
                Map.of(),
                processes(id, 0),
                work(id).changes(),
                flows(id, 0),
                new ArrayList<>());
    }

    public SyncResult accept(String id, AcceptSync request) {
        requests.add("accept " + id + " " + request.allowed());
        return new SyncResult("belljar/shop", request.commit(), 11, List.of(".vscode/tasks.json"));
    }

    @Override
    public void close() {}

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

    /// Answers from now on as after `belljar agent stop`.
    public void leave() {
        left = true;
    }

    /// Removes a sandbox from all further answers, as if it had been destroyed elsewhere.
    public void lose(String name) {
        lost.add("sb-" + name);
        hostEvents.changed("sb-" + name, SandboxState.DESTROYED);
    }

    private void answer() throws AgentException {
        if (left) {
            throw refusal(
                    AgentStarter.STOPPED,
                    "The host agent was stopped. Machines keep running, but nothing is recorded and nothing can be"
                            + " synced until the host agent runs again.",
                    "Start the host agent here, or with `belljar agent start`.");
        }
        if (scenario == Scenario.DOWN) {
            throw refusal(
                    ProblemCode.UNAVAILABLE,
                    "The host agent (process 4711) is running but does not respond.",
                    "It may be busy or shutting down. Belljar retries every second.");
        }
    }

    static AgentException recordingHasNo(String what) {
        return new AgentException(
                Problem.of(
                        ProblemCode.UNAVAILABLE,
                        "sample data",
                        "The sample data has no " + what + ".",
                        "Open the window without --recorded to work with real sandboxes."),
                null);
    }

    private static AgentException refusal(ProblemCode code, String detail, String hint) {
        return new AgentException(Problem.of(code, "no answer", detail, hint), null);
    }
}
