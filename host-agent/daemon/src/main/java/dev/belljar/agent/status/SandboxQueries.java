package dev.belljar.agent.status;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.provenance.ProvenanceService;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.process.SandboxGauges;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Answers queries about sandboxes from the index, the host's own repository and, for current figures, the guest. A
/// sandbox is given by its id or name.
public final class SandboxQueries {
    /// The events about a sandbox itself.
    private static final Set<EventType> OWN = EnumSet.of(
            EventType.SANDBOX,
            EventType.STATE,
            EventType.STEP,
            EventType.SNAPSHOT,
            EventType.WORK,
            EventType.COMMIT,
            EventType.PORT,
            EventType.CONSOLE,
            EventType.GAP);

    private static final Duration CATCH_UP = Duration.ofSeconds(2);
    private static final int REPORT_ROWS = 2_000;
    private static final int HISTORY = 5_000;

    private final SandboxRegistry registry;
    private final HostFolders folders;
    private final EventIndex index;
    private final HostJournal hostJournal;
    private final WorkService work;
    private final SandboxViews views;
    private final ProvenanceService provenance;
    private final GuestFigures present = new GuestFigures();
    private final Map<String, CpuShares> shares = new ConcurrentHashMap<>();

    public SandboxQueries(
            SandboxRegistry registry,
            HostFolders folders,
            EventIndex index,
            HostJournal hostJournal,
            WorkService work,
            SandboxViews views,
            ProvenanceService provenance) {
        this.registry = registry;
        this.folders = folders;
        this.index = index;
        this.hostJournal = hostJournal;
        this.work = work;
        this.views = views;
        this.provenance = provenance;
    }

    /// Drops the cached state of a deleted sandbox.
    public void forget(String id) {
        shares.remove(id);
        work.forget(id);
    }

    /// The journal, for cursors.
    public Journal journal(String id) throws SandboxException {
        return registry.find(id).observation().journal();
    }

    /// The journal of the host.
    public Journal hostJournal() {
        return hostJournal.journal();
    }

    /// The running processes and the newest `finished` ended ones.
    public ProcessTable processes(String id, int finished) throws BelljarException, InterruptedException {
        return processes(registry.find(id), finished);
    }

    /// Running processes with their figures, and ended ones.
    private ProcessTable processes(SandboxRuntime sandbox, int finished) throws BelljarException, InterruptedException {
        catchUp(sandbox);
        ProcessTable table = index.processes(sandbox.id(), finished);
        List<GuestProcess> living = living(sandbox);
        if (living.isEmpty()) {
            return table;
        }
        Map<Integer, Integer> permille = permille(sandbox.id(), living);
        Map<Integer, GuestProcess> byPid =
                living.stream().collect(Collectors.toMap(GuestProcess::pid, Function.identity(), (a, b) -> a));
        List<ProcessRow> rows = new ArrayList<>();
        for (ProcessRow row : table.rows()) {
            GuestProcess now = row.ended() == null ? byPid.get(row.pid()) : null;
            rows.add(now == null ? row : row.withFigures(permille.get(row.pid()), now.rss()));
        }
        return new ProcessTable(table.seq(), table.total(), rows);
    }

    private Map<Integer, Integer> permille(String id, List<GuestProcess> living) {
        return shares.computeIfAbsent(id, _ -> new CpuShares()).update(living);
    }

    /// The current figures of the host and of all sandboxes, and of the processes of one sandbox if its id is
    /// given and it is running.
    public HostGauges gauges(@Nullable String id) throws BelljarException, InterruptedException {
        HostFigures figures = HostFigures.required(folders.data());
        List<SandboxGauges> sandboxes = new ArrayList<>();
        List<ProcessGauge> processes = new ArrayList<>();
        for (SandboxRuntime sandbox : registry.all()) {
            EventRecorder observation = sandbox.observation();
            sandboxes.add(new SandboxGauges(
                    sandbox.id(), observation.gauges(), observation.journal().lastSeq()));
            if (sandbox.id().equals(id)) {
                List<GuestProcess> living = present.of(sandbox);
                Map<Integer, Integer> permille = permille(sandbox.id(), living);
                living.forEach(each -> processes.add(
                        new ProcessGauge(each.pid(), each.start(), permille.get(each.pid()), each.rss())));
            }
        }
        return new HostGauges(figures.cpuPermille(), figures.memoryFree(), figures.diskFree(), sandboxes, processes);
    }

    /// The newest flows of those that began until the given time, with totals.
    public FlowTable flows(String id, ListFlows request) throws BelljarException {
        Long until = request.until();
        return index.flows(registry.find(id).id(), request.most(), until == null ? Long.MAX_VALUE : until);
    }

    /// The newest `most` flows, with totals.
    public FlowTable flows(String id, int most) throws BelljarException {
        return index.flows(registry.find(id).id(), most);
    }

    /// The review of a sync and all changed files; with `fetch` false, those of the last fetch if nothing has
    /// changed since.
    public SandboxWork work(String id, boolean fetch) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return fetch ? work.fetched(sandbox) : work.current(sandbox);
    }

    /// Both sides of one changed file.
    public FileContents contents(String id, String path) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return work.contents(sandbox, path);
    }

    /// Everything observed in a sandbox, in one document.
    public RunReport report(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        catchUp(sandbox);
        FileDiff diff = sandbox.state() == SandboxState.RUNNING
                ? work.fetched(sandbox).changes()
                : new FileDiff("", "", List.of(), List.of(), false);
        return new RunReport(
                System.currentTimeMillis(),
                views.of(sandbox),
                index.counts(sandbox.id()),
                processes(sandbox, REPORT_ROWS),
                diff,
                flows(sandbox.id(), REPORT_ROWS),
                history(sandbox));
    }

    /// Fetches the work and returns its review.
    public SyncPlan plan(String id) throws BelljarException, InterruptedException {
        return work.plan(registry.find(id));
    }

    /// Fetches the work for review without a request, once requests for it are answered.
    public FetchedPlan fetch(String id) throws BelljarException, InterruptedException {
        return work.next(registry.find(id));
    }

    /// The work that waits for review, by commit; see `WorkService.review`.
    public ReviewQueue review(String id, ReadReview request) throws BelljarException, InterruptedException {
        return work.review(registry.find(id), request);
    }

    /// With what the work of a sandbox can be compared.
    public ReviewBases reviewBases(String id) throws BelljarException, InterruptedException {
        return work.bases(registry.find(id));
    }

    /// The hunks of a file in an entry of a review.
    public FileHunks hunks(String id, ReadHunks request) throws BelljarException, InterruptedException {
        return work.hunks(registry.find(id), request);
    }

    /// How many hunks files in an entry of a review have.
    public HunkCounts hunkCounts(String id, ReadHunkCounts request) throws BelljarException, InterruptedException {
        return work.hunkCounts(registry.find(id), request);
    }

    /// The conflicts of a sync into the working tree with this request.
    public SyncConflicts conflicts(String id, AcceptSync request) throws BelljarException, InterruptedException {
        return work.conflicts(registry.find(id), request);
    }

    /// Restores the files that a sync into the working tree changed.
    public SyncUndone undo(String id, UndoSync request) throws BelljarException, InterruptedException {
        return work.undo(registry.find(id), request.undo());
    }

    /// Brings the reviewed work to the project.
    public SyncResult accept(String id, AcceptSync request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return accepted(sandbox, work.accept(sandbox, request));
    }

    /// Puts the work of this plan on the branch of the sandbox unless somebody has to look at it.
    public SyncResult acceptAutomatically(String id, SyncPlan plan) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return accepted(sandbox, work.acceptAutomatically(sandbox, plan));
    }

    private SyncResult accepted(SandboxRuntime sandbox, SyncResult result)
            throws BelljarException, InterruptedException {
        sandbox.observation()
                .record(new HostEvent.WorkSynced(
                        0,
                        System.currentTimeMillis(),
                        sandbox.id(),
                        HostEvent.WorkSynced.WorkStage.ACCEPTED,
                        result.target() == SyncTarget.BRANCH ? result.branch() : null,
                        result.commit(),
                        result.files(),
                        "%s, %d excluded"
                                .formatted(where(result), result.withheld().size())));
        if (result.target() == SyncTarget.BRANCH) {
            provenance.synced(sandbox, result);
        }
        return result;
    }

    private static String where(SyncResult result) {
        return switch (result.target()) {
            case BRANCH -> result.branch() + " at " + result.commit();
            case PATCH -> "a patch";
            case WORKTREE -> "the files of the project";
        };
    }

    /// The lines of a file of the fetched work, with the processes that wrote them.
    public FileBlame blame(String id, ReadBlame request) throws BelljarException, InterruptedException {
        return provenance.blame(registry.find(id), request);
    }

    /// Puts the project's newest commits into the guest.
    public PushResult push(String id, PushCommits request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        PushResult result = work.push(sandbox, request);
        if (!result.dryRun()) {
            sandbox.observation()
                    .record(new HostEvent.WorkSynced(
                            0,
                            System.currentTimeMillis(),
                            sandbox.id(),
                            HostEvent.WorkSynced.WorkStage.PUSHED,
                            result.ref(),
                            result.commit(),
                            null,
                            "%s, %s"
                                    .formatted(
                                            result.behind() == 1 ? "1 commit" : result.behind() + " commits",
                                            result.state()
                                                    .name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', ' '))));
        }
        return result;
    }

    /// Returns the events about the sandbox itself.
    private List<Event> history(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        List<Event> all = new ArrayList<>();
        try (JournalCursor cursor = sandbox.observation().journal().cursor(0, OWN)) {
            for (List<Event> next = cursor.next(500, Duration.ZERO);
                    !next.isEmpty() && all.size() < HISTORY;
                    next = cursor.next(500, Duration.ZERO)) {
                all.addAll(next);
            }
        }
        return all;
    }

    private void catchUp(SandboxRuntime sandbox) throws IndexException, InterruptedException {
        // The answer must contain what the caller has just done; if the index lags longer, it answers with what
        // it has and its seq.
        sandbox.indexer().awaitApplied(sandbox.observation().journal().lastSeq(), CATCH_UP);
    }

    private List<GuestProcess> living(SandboxRuntime sandbox) throws InterruptedException {
        try {
            return sandbox.guest().processes();
        } catch (SandboxException | GuestException e) {
            return List.of(); // without the guest there are no figures of the moment; the table says what was seen
        }
    }
}
