package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import dev.belljar.contract.view.storage.DestroyResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The recorded sandboxes and their snapshots; requests to change them go to `requests`.
final class RecordedSandboxes {
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

    private final Scenario scenario;
    private final RecordedHostStatus host;
    private final Consumer<String> requests;
    private final AtomicInteger figures = new AtomicInteger();
    private volatile int lastFigure = Integer.MAX_VALUE;
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private final Map<String, UnaryOperator<Sandbox>> changes = new ConcurrentHashMap<>();

    RecordedSandboxes(Scenario scenario, RecordedHostStatus host, Consumer<String> requests) {
        this.scenario = scenario;
        this.host = host;
        this.requests = requests;
    }

    void change(String id, UnaryOperator<Sandbox> change) {
        changes.put(id, change);
    }

    void lose(String id) {
        lost.add(id);
    }

    void stopFiguresAt(int figure) {
        lastFigure = figure;
    }

    /// Goes on to the next figures.
    void nextFigure() {
        figures.incrementAndGet();
    }

    /// Returns how often the next figures were requested.
    int figures() {
        return figures.get();
    }

    public List<Sandbox> list() throws AgentException {
        int at = Math.min(Math.min(Math.max(0, figures.get() - 1), lastFigure), CPU.size() - 1);
        return scenario.lively()
                ? RecordedHost.sandboxes(CPU.get(at), CPU_FIRST.get(at), CPU_SECOND.get(at)).stream()
                        .filter(s -> !lost.contains(s.id()))
                        .map(s -> changes.getOrDefault(s.id(), same -> same).apply(s))
                        .toList()
                : List.of();
    }

    public Sandbox get(String id) throws AgentException {
        return list().stream()
                .filter(s -> s.id().equals(id) || s.spec().name().equals(id))
                .findFirst()
                .orElseThrow(() -> RecordedRefusal.of(
                        ProblemCode.NOT_FOUND,
                        "no sandbox is called \"" + id + "\"",
                        "`belljar list` shows all sandboxes."));
    }

    public Sandbox create(CreateSandbox request) throws AgentException {
        if (host.refusesEmulation()) {
            throw RecordedRefusal.of(
                    ProblemCode.EMULATION_NOT_ACCEPTED,
                    "Sandboxes would run under emulation on this computer. " + RecordedHost.TCG.reason() + " "
                            + RecordedHost.RISK,
                    "Accept emulation once with `belljar doctor --accept-emulation`, or enable KVM: `belljar doctor`"
                            + " shows how.");
        }
        requests.accept("create " + request.path());
        return RecordedHost.sandboxes(0, 0, 0).getFirst();
    }

    public Sandbox start(String id) throws AgentException {
        requests.accept("start " + id);
        return get(id);
    }

    public Sandbox stop(String id, boolean hibernate) throws AgentException {
        requests.accept((hibernate ? "hibernate " : "stop ") + id);
        return get(id);
    }

    public Sandbox stopNow(String id) throws AgentException {
        requests.accept("stop now " + id);
        return get(id);
    }

    public DestroyResult destroy(String id) {
        requests.accept("destroy " + id);
        return new DestroyResult(
                id,
                "refs/sandbox/salvage/" + id,
                "repository",
                "Unsynced work is saved at refs/sandbox/salvage/" + id + ".");
    }

    public DestroyResult destroyNow(String id) {
        requests.accept("destroy now " + id);
        return new DestroyResult(
                id,
                null,
                "repository",
                "The sandbox's work was not fetched, but is still on its disk in the trash at "
                        + "/home/mia/.local/share/belljar/trash/" + id
                        + ". To restore the sandbox, run `belljar trash restore " + id
                        + "`. Data that programs had not yet written to the disk is lost.");
    }

    public Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException {
        requests.accept("pack " + id + " " + tier);
        return get(id);
    }

    public List<Snapshot> snapshots() throws AgentException {
        return switch (scenario) {
            case BUSY, ASKING, MANY_CHANGES, CONFLICTS -> RecordedSnapshots.snapshots();
            case MANY_SNAPSHOTS -> RecordedSnapshots.many();
            case EMPTY, FIRST_RUN, BROKEN_IMAGE, DOWN -> List.of();
        };
    }

    public Snapshot keep(String id) throws AgentException {
        requests.accept("keep " + id);
        return snapshots().stream()
                .filter(snapshot -> snapshot.id().equals(id))
                .findFirst()
                .orElseThrow(() -> RecordedRefusal.recordingHasNo("snapshot " + id))
                .kept();
    }

    /// When snapshots are taken automatically, of every sandbox.
    static AutomaticSnapshotSettings automatic() {
        return AutomaticSnapshotSettings.USUAL;
    }

    public AutomaticSnapshotSettings automatic(String id, SetAutomaticSnapshots request) {
        requests.accept("automatic snapshots " + id + " " + request);
        return automatic();
    }

    public List<Snapshot> snapshots(String id) {
        return List.of();
    }

    public Snapshot snapshot(String id, TakeSnapshot request) throws AgentException {
        requests.accept("snapshot " + id);
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
                268_435_456,
                null);
    }

    public void deleteSnapshot(String snapshot) {
        requests.accept("delete snapshot " + snapshot);
    }

    public List<Sandbox> branch(String snapshot, BranchSandbox request) {
        requests.accept("branch " + snapshot + " " + request.count());
        return RecordedHost.sandboxes(0, 0, 0).stream()
                .filter(s -> snapshot.equals(s.origin()))
                .toList();
    }

    public List<Sandbox> branchNow(String id, BranchSandbox request) {
        requests.accept("branch " + id + " " + request.count());
        return List.of();
    }
}
