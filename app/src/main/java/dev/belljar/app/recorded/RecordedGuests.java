package dev.belljar.app.recorded;

import dev.belljar.app.recorded.sample.RecordedConflicts;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadComparedFile;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.process.SandboxGauges;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import dev.belljar.contract.view.work.WorkCommit;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What runs and was changed in the recorded sandboxes; requests to change it go to `requests`.
final class RecordedGuests {
    private static final byte[] PATCH = "diff --git a/README.md b/README.md\n".getBytes(StandardCharsets.UTF_8);

    private final Scenario scenario;
    private final RecordedHostStatus host;
    private final RecordedSandboxes sandboxes;
    private final Consumer<String> requests;
    private final List<String> looked = new CopyOnWriteArrayList<>();
    private volatile boolean moreWork;
    private final Map<String, SyncStatus> syncs = new ConcurrentHashMap<>();
    private volatile CountDownLatch files = new CountDownLatch(0);
    private volatile CountDownLatch flows = new CountDownLatch(0);
    private volatile CountDownLatch reviews = new CountDownLatch(0);

    RecordedGuests(Scenario scenario, RecordedHostStatus host, RecordedSandboxes sandboxes, Consumer<String> requests) {
        this.scenario = scenario;
        this.host = host;
        this.sandboxes = sandboxes;
        this.requests = requests;
        RecordedWork.syncs().forEach(sync -> syncs.put(sync.sandbox(), sync));
    }

    /// The state of the sync of each sandbox that has one.
    public List<SyncStatus> syncs() {
        return scenario.lively() ? List.copyOf(syncs.values()) : List.of();
    }

    /// Changes the state of a sync in all further answers.
    void sync(SyncStatus status) {
        syncs.put(status.sandbox(), status);
    }

    public SyncSettings syncSettings(String id) {
        SyncStatus status = syncs.get(id);
        return status == null ? SyncSettings.USUAL : status.settings();
    }

    /// The settings of every project.
    public SyncSettings projectSync() {
        return SyncSettings.USUAL;
    }

    public SyncSettings setSync(String id, SetSync request) {
        requests.accept("sync mode " + id + " " + request.mode() + " " + request.idleSeconds());
        return syncSettings(id);
    }

    public SyncSettings resetSync(String id) {
        requests.accept("sync mode of project " + id);
        return syncSettings(id);
    }

    public SyncSettings setProjectSync(SetProjectSync request) {
        requests.accept("project sync " + request.mode() + " apply " + request.apply());
        return projectSync();
    }

    /// Reads no file until `release` counts down.
    void holdFiles(CountDownLatch release) {
        files = release;
    }

    void holdReviews(CountDownLatch release) {
        reviews = release;
    }

    void holdFlows(CountDownLatch release) {
        flows = release;
    }

    /// True if the changes of this sandbox were requested.
    boolean looked(String id) {
        return looked.contains(id);
    }

    public HostGauges gauges(@Nullable String sandbox) throws AgentException {
        sandboxes.nextFigure();
        HostStatus status = host.host();
        List<SandboxGauges> gauges = sandboxes.list().stream()
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
        return new HostGauges(status.cpuPermille(), status.memoryFree(), status.diskFree(), gauges, figures);
    }

    public ProcessTable processes(String id, int finished) throws AgentException {
        return id.contains("docs") ? new ProcessTable(RecordedEvents.SEQ, 0, List.of()) : RecordedEvents.processes();
    }

    public FlowTable flows(String id, ListFlows request) throws AgentException, InterruptedException {
        flows.await();
        long until = Objects.requireNonNullElse(request.until(), Long.MAX_VALUE);
        return id.contains("docs")
                ? new FlowTable(RecordedEvents.SEQ, 0, 0, 0, 0, List.of())
                : RecordedTraffic.table(scenario == Scenario.ASKING, until);
    }

    public Timeline timeline(String id, ReadTimeline request) {
        return id.contains("docs")
                ? RecordedTimeline.nothing(request)
                : RecordedTimeline.read(request, scenario == Scenario.ASKING);
    }

    public PastState moment(String id, long at) {
        requests.accept("moment " + id + " " + at);
        return RecordedTimeline.moment(at, scenario == Scenario.ASKING);
    }

    public SandboxWork work(String id) {
        looked.add(id);
        SyncPlan plan = plan(id);
        return new SandboxWork(plan, plan.diff().system(), true);
    }

    private static SyncPlan plan(String id) {
        return id.contains("docs")
                ? RecordedWork.upToDate()
                : id.contains("try-2") ? RecordedWork.planWithoutLarge() : RecordedWork.plan();
    }

    public FileContents contents(String from, ReadComparedFile asked) throws InterruptedException {
        requests.accept("read " + from + " " + asked.base() + ".." + asked.tip() + " " + asked.path());
        files.await();
        return RecordedWork.contents(asked.path());
    }

    public WorkspaceComparison compare(String from, String to) {
        return RecordedSnapshots.compare(from, to);
    }

    void addWork() {
        moreWork = true;
    }

    public ReviewQueue review(String id, ReadReview request) throws InterruptedException {
        requests.accept("review " + id + " " + request.base());
        reviews.await();
        return queue(id);
    }

    private ReviewQueue queue(String id) {
        SyncPlan plan = plan(id);
        ReviewQueue queue = scenario == Scenario.MANY_CHANGES ? RecordedReview.many(plan) : RecordedReview.queue(plan);
        return moreWork ? RecordedReview.withMoreWork(queue) : queue;
    }

    public FileHunks hunks(String id, ReadHunks asked) throws InterruptedException {
        requests.accept("hunks " + id + " " + asked.path());
        files.await();
        return RecordedReview.hunks(asked.entry(), asked.path(), plan(id).diff().files());
    }

    HunkCounts hunkCounts(String id, ReadHunkCounts asked) {
        return new HunkCounts(
                asked.entry(),
                RecordedReview.counts(queue(id), asked, plan(id).diff().files()));
    }

    public SyncResult accept(String id, AcceptSync request) throws AgentException {
        requests.accept("accept " + id + " " + request.allowed() + " " + request.target() + " skipped "
                + request.skipped().size());
        boolean files = request.target() == SyncTarget.WORKTREE && !request.stash();
        if (scenario == Scenario.CONFLICTS && files && request.resolutions().isEmpty()) {
            throw RecordedRefusal.of(
                    new ProblemCode("sync.conflicts", 409),
                    "your own changes conflict with the accepted ones in src/cart/total.ts, public/logo.png",
                    "Nothing was changed.");
        }
        if (!request.resolutions().isEmpty()) {
            requests.accept("resolved "
                    + request.resolutions().stream()
                            .map(each -> each.choices().toString())
                            .collect(Collectors.joining(" ")));
        }
        SyncTarget target = Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH);
        List<String> withheld =
                request.allowed().contains(".vscode/tasks.json") ? List.of() : List.of(".vscode/tasks.json");
        return new SyncResult(
                target == SyncTarget.BRANCH ? Objects.requireNonNullElse(request.branch(), "belljar/shop") : "",
                request.commit(),
                11,
                withheld,
                target,
                target == SyncTarget.PATCH ? Base64.getEncoder().encodeToString(PATCH) : null,
                target == SyncTarget.WORKTREE ? "undo-1" : null);
    }

    public SyncConflicts conflicts(String id) {
        requests.accept("conflicts " + id);
        return RecordedConflicts.all();
    }

    public SyncUndone undo(String id, UndoSync request) {
        requests.accept("undo " + id + " " + request.undo());
        return new SyncUndone(List.of("src/cart/total.ts"));
    }

    public PushResult push(String id, PushCommits request) {
        requests.accept("push " + id + " " + request.how());
        WorkCommit own = new WorkCommit("1f2e3d4c5b6a7988", "Translate the invoice", "Pat Person", 0);
        WorkCommit theirs = new WorkCommit("9c1b7e02aa3344ff", "Validate quantities", "agent", 0);
        return new PushResult(
                request.dryRun() ? PushState.DIVERGED : PushState.MERGED,
                request.dryRun(),
                own.id(),
                "host/main",
                1,
                1,
                List.of(own),
                List.of(theirs),
                List.of("src/cart.ts"),
                List.of(),
                List.of(),
                "");
    }

    public RunReport report(String id) throws AgentException, InterruptedException {
        return new RunReport(
                RecordedHost.now(),
                sandboxes.get(id),
                Map.of(),
                processes(id, 0),
                work(id).changes(),
                flows(id, new ListFlows(1)),
                new ArrayList<>());
    }

    public ExecResult exec(String id, ExecCommand command) {
        String script = command.argv().getLast();
        if (script.equals("belljar-signal")) {
            requests.accept("signal " + command.env().get("SIGNAL") + " "
                    + command.env().get("PID"));
        }
        String out = script.equals("belljar-inspect") ? RecordedWork.INSIDE : "";
        String bytes = Base64.getEncoder().encodeToString(out.getBytes(StandardCharsets.UTF_8));
        return new ExecResult(0, null, false, bytes, "", false, 12);
    }

    public IdentityCheck identity(String id) {
        return RecordedSnapshots.identity(id, scenario == Scenario.MANY_SNAPSHOTS);
    }
}
