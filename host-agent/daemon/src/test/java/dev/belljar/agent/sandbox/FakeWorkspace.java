package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.ProjectNotes;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A fake workspace: a project of one commit, and work whose salvage succeeds or fails.
public final class FakeWorkspace implements WorkspaceTransfer {
    private static final Capture CAPTURE = new Capture("c0ffee", "c0ffee", "main", 1, 0, List.of());

    private final AtomicReference<Runnable> saving = new AtomicReference<>(() -> {});
    private final AtomicInteger fetches = new AtomicInteger();
    private final AtomicReference<Runnable> fetching = new AtomicReference<>(() -> {});
    private final AtomicInteger heirs = new AtomicInteger(64);
    private final List<String> forgotten = new CopyOnWriteArrayList<>();
    private final List<String> read = new CopyOnWriteArrayList<>();
    private final List<FetchCause> causes = new CopyOnWriteArrayList<>();
    private final List<String> undone = new CopyOnWriteArrayList<>();
    private final List<AcceptSync> accepted = new CopyOnWriteArrayList<>();
    private final List<String> noted = new CopyOnWriteArrayList<>();
    private final List<String> compared = new CopyOnWriteArrayList<>();
    private final List<ComparisonBase> bases = new CopyOnWriteArrayList<>();
    private volatile String text = "new";
    private final List<PushCommits> pushed = new CopyOnWriteArrayList<>();
    private volatile boolean saves = true;
    private volatile boolean works = true;
    private volatile Duration slowness = Duration.ZERO;
    private volatile @Nullable String saved;
    private volatile List<SkippedFile> leftOut = List.of();
    private volatile Runnable delivering = () -> {};
    private volatile @Nullable SyncPlan work;
    private volatile @Nullable SyncException unreachable;
    private volatile @Nullable SyncException notApplied;
    private final FakeFetchedWork fetched = new FakeFetchedWork();

    /// Sets the work that each fetch for a review finds.
    public void finds(SyncPlan plan) {
        work = plan;
    }

    /// Makes each fetch for a review fail, or succeed again if null.
    public void fails(@Nullable SyncException why) {
        unreachable = why;
    }

    @Override
    public FakeFetchedWork fetchedWork() {
        return fetched;
    }

    /// The number of fetches for a review.
    public int fetches() {
        return fetches.get();
    }

    /// The causes of the fetches for a review.
    public List<FetchCause> causes() {
        return causes;
    }

    /// Sets an action that runs during each fetch for a review.
    public void whileFetching(Runnable happening) {
        fetching.set(happening);
    }

    /// Sets files that are not fetched; the first is named in results.
    public void leavesOut(List<SkippedFile> files) {
        leftOut = List.copyOf(files);
    }

    /// Sets the time that the fetch for a snapshot takes.
    public void slowness(Duration time) {
        slowness = time;
    }

    public void saves(boolean does) {
        saves = does;
    }

    /// Sets whether the guest has work that is not saved yet.
    public void works(boolean does) {
        works = does;
    }

    /// Sets an action that runs while a project is delivered.
    public void whileDelivering(Runnable happening) {
        delivering = happening;
    }

    /// Sets how many more sandboxes can start from the work of another.
    public void heirs(int most) {
        heirs.set(most);
    }

    /// Sets an action that runs during the next salvage.
    public void onceWhileSaving(Runnable happening) {
        saving.set(happening);
    }

    @Override
    public void check(Path project, boolean plainFolder) {}

    @Override
    public Capture capture(String sandbox, Path project, boolean plainFolder) {
        return CAPTURE;
    }

    @Override
    public Capture captured(String sandbox, Path project, String commit) {
        return CAPTURE;
    }

    @Override
    public void deliver(String sandbox, Path project, Capture capture, GuestLink guest, SyncProgress progress) {
        delivering.run();
    }

    @Override
    public PushResult push(String sandbox, Path project, GuestLink guest, PushCommits request) {
        pushed.add(request);
        PushState state = request.dryRun() ? PushState.DIVERGED : PushState.MERGED;
        return new PushResult(
                state,
                request.dryRun(),
                "c0ffee",
                "host/main",
                1,
                1,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "");
    }

    /// The pushes.
    public List<PushCommits> pushed() {
        return List.copyOf(pushed);
    }

    @Override
    public Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest, FetchProgress progress)
            throws SyncException, InterruptedException {
        if (guest != null && !saves) {
            throw new SyncException(SyncException.GIT, "the work did not arrive whole", null, null);
        }
        if (guest != null) {
            saving.getAndSet(() -> {}).run();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            saved = works ? "refs/sandbox/salvage/" + sandbox : null;
        }
        return Optional.ofNullable(saved);
    }

    @Override
    public SyncPlan plan(String sandbox, String name, Path project, GuestLink guest, FetchCause cause)
            throws SyncException {
        fetches.incrementAndGet();
        causes.add(cause);
        fetching.get().run();
        SyncException why = unreachable;
        if (why != null) {
            throw why;
        }
        FileDiff none = diff(sandbox, project, guest);
        SyncPlan found = work;
        SyncPlan plan = found == null
                ? new SyncPlan("c0ffee", "c0ffee", "belljar/" + name, List.of(), 0, none, none, true)
                : found;
        fetched.fetched(plan);
        return plan;
    }

    @Override
    public SavedWork keep(String sandbox, Path project, GuestLink guest, String snapshot, Duration limit)
            throws SyncException {
        if (limit.compareTo(slowness) < 0) {
            throw new SyncException(SyncException.STALLED, "fetching the work took too long", null, null);
        }
        return new SavedWork("c0ffee", "c0ffee");
    }

    @Override
    public void inherit(Path project, String capture, String sandbox) throws SyncException {
        if (heirs.getAndDecrement() <= 0) {
            throw new SyncException(SyncException.DISK_FULL, "no space for another ref", null, null);
        }
    }

    @Override
    public FileDiff compare(Path project, String base, String tip) {
        return new FileDiff(base, tip, List.of(), List.of(), true);
    }

    @Override
    public FileContents contents(Path project, String base, String tip, String path) {
        return new FileContents(path, base, tip, null);
    }

    @Override
    public long objects(String sandbox, Path project) {
        return 0;
    }

    @Override
    public long forget(String sandbox, Path project, boolean capture) {
        forgotten.add(sandbox);
        return 0;
    }

    @Override
    public long unpruned() {
        return 0;
    }

    @Override
    public List<Pruned> prune(boolean dryRun) {
        return List.of();
    }

    /// The sandboxes that were forgotten.
    public List<String> forgotten() {
        return forgotten;
    }

    @Override
    public Path repository(Path project) {
        return Path.of("/repository.git");
    }

    /// The sandboxes whose work was fetched to compare it.
    public List<String> compared() {
        return compared;
    }

    @Override
    public FileDiff diff(String sandbox, Path project, GuestLink guest) {
        compared.add(sandbox);
        List<SkippedFile> named = leftOut.stream().limit(1).toList();
        return new FileDiff("c0ffee", "c0ffee", List.of(), List.of(), true).without(named, leftOut.size());
    }

    /// The paths of the changed files that were read.
    public List<String> read() {
        return read;
    }

    @Override
    public FileContents contents(String sandbox, Path project, String path) {
        read.add(path);
        return new FileContents(path, null, text, null);
    }

    /// Sets the text of each changed file.
    public void contains(String newText) {
        text = newText;
    }

    /// The requests to put the work on a branch of the project.
    public List<AcceptSync> accepted() {
        return accepted;
    }

    /// The notes that were put on commits.
    public List<String> noted() {
        return noted;
    }

    @Override
    public ProjectNotes notes() {
        return new ProjectNotes() {
            @Override
            public List<String> without(String sandbox, Path project, String commit) {
                return List.of(commit);
            }

            @Override
            public void put(Path project, List<String> commits, String note) {
                noted.add(note);
            }
        };
    }

    @Override
    public SyncResult accept(String sandbox, String name, Path project, AcceptSync request) {
        accepted.add(request);
        fetched.accepted(request.commit());
        return new SyncResult("belljar/" + name, request.commit(), 1, List.of());
    }

    /// Sets why the work cannot be applied without a review; null if it can.
    public void doesNotApply(@Nullable SyncException why) {
        notApplied = why;
    }

    @Override
    public SyncResult acceptAutomatically(String sandbox, String name, Path project, SyncPlan plan)
            throws SyncException {
        SyncException why = notApplied;
        if (why != null) {
            throw why;
        }
        return accept(sandbox, name, project, new AcceptSync(plan.commit(), List.of()).against(plan.base()));
    }

    @Override
    public ReviewQueue review(
            String sandbox, String name, Path project, @Nullable GuestLink guest, ComparisonBase base) {
        bases.add(base);
        if (guest != null) {
            fetches.incrementAndGet();
            fetching.get().run();
        }
        FileDiff none = new FileDiff("c0ffee", "c0ffee", List.of(), List.of(), true);
        return new ReviewQueue(
                "c0ffee", "c0ffee", "belljar/" + name, guest == null ? 0 : 1, List.of(), none, true, true);
    }

    @Override
    public ReviewBases bases(String sandbox, Path project) {
        return new ReviewBases(List.of("main"), false);
    }

    /// The bases of the reviews.
    public List<ComparisonBase> bases() {
        return bases;
    }

    @Override
    public FileHunks hunks(String sandbox, Path project, ReadHunks request) {
        read.add(request.entry() + ":" + request.path());
        return new FileHunks(request.entry(), request.path(), null, null, "new", null, List.of());
    }

    @Override
    public HunkCounts hunkCounts(String sandbox, Path project, ReadHunkCounts request) {
        return new HunkCounts(request.entry(), List.of());
    }

    @Override
    public SyncConflicts conflicts(String sandbox, String name, Path project, AcceptSync request) {
        return new SyncConflicts(List.of(new FileConflict("logo.png", "d1", "The file is binary.", List.of())), true);
    }

    /// The syncs that were undone.
    public List<String> undone() {
        return undone;
    }

    @Override
    public SyncUndone undo(String sandbox, Path project, @Nullable String undo) {
        undone.add(String.valueOf(undo));
        return new SyncUndone(List.of("README.md"));
    }
}
