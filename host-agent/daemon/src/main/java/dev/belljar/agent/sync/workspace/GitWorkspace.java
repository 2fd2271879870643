package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.ProjectNotes;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.accept.ReviewSlots;
import dev.belljar.agent.sync.accept.WorkReview;
import dev.belljar.agent.sync.capture.ProjectCapture;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.gate.ImportRules;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.push.ProjectPush;
import dev.belljar.agent.sync.quarantine.SalvageRefWriter;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.worktree.WorktreeSync;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Transfers workspaces with git: one bare repository on the host per project, with one operation at a time in
/// each.
///
/// The host never runs git in a tree that a machine can write, and uses no git transport: packs are sent over
/// the guest link, and received objects are checked in a quarantine before they are added to the repository.
public final class GitWorkspace implements WorkspaceTransfer {
    private static final Duration REVIEW = Duration.ofMinutes(1);

    private final HostRepositories repositories;
    private final LockedFetch fetch;
    private final RepositoryLocks locks = new RepositoryLocks();
    private final StoredObjects objects;
    private final StoredCaptures captures;
    private final ReviewSlots judging = new ReviewSlots();
    private final ReviewedWork reviewed;
    private final WorktreeSync worktree;

    /// A workspace whose repositories are in `data/repositories`, with the usual limits.
    public GitWorkspace(Path data) {
        this(data, FetchLimits.USUAL, ObjectQuota.NONE, ConfinementLauncher.here());
    }

    /// A workspace with limits for data from a machine and for each sandbox's objects; this launcher starts
    /// every git that reads data from a machine.
    public GitWorkspace(Path data, FetchLimits limits, ObjectQuota quota, ConfinementLauncher launcher) {
        this.repositories = new HostRepositories(data, launcher);
        this.fetch = new LockedFetch(locks, limits, quota);
        // The table is loaded now, so that an error in it does not appear in the middle of a review.
        Objects.requireNonNull(ImportRules.TABLE);
        this.objects = new StoredObjects(repositories, locks, quota);
        this.captures = new StoredCaptures(repositories, locks, quota);
        this.worktree = new WorktreeSync(data.resolve("undo"), quota.reserve());
        this.reviewed = new ReviewedWork(locks, judging, quota, worktree, new RecentReviews());
        repositories.sweep();
        worktree.recover();
    }

    @Override
    public void check(Path project, boolean plainFolder) throws SyncException, InterruptedException {
        ProjectCapture.find(project, plainFolder);
    }

    @Override
    public Capture capture(String sandbox, Path project, boolean plainFolder)
            throws SyncException, InterruptedException {
        return captures.take(sandbox, project, plainFolder);
    }

    @Override
    public void deliver(String sandbox, Path project, Capture capture, GuestLink guest, SyncProgress progress)
            throws SyncException, InterruptedException {
        captures.deliver(sandbox, project, capture, guest, progress);
    }

    @Override
    public Capture captured(String sandbox, Path project, String commit) throws SyncException, InterruptedException {
        return WorkBase.note(existing(sandbox, project), commit).capture(commit);
    }

    @Override
    public FileDiff diff(String sandbox, Path project, GuestLink guest) throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        return locks.reading(repository, () -> {
            WorkFetcher.Fetched fetched = fetch.run(repository, sandbox, guest);
            return review(
                    repository,
                    sandbox,
                    review -> WorkReading.diff(review, WorkBase.capture(repository, sandbox), fetched));
        });
    }

    @Override
    public FileContents contents(String sandbox, Path project, String path) throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        String base = WorkBase.capture(repository, sandbox);
        String tip = repository.ref(RefNames.work(sandbox)).orElse(base);
        return locks.reading(repository, () -> WorkReading.contents(repository, base, tip, path));
    }

    @Override
    public FileContents contents(Path project, String base, String tip, String path)
            throws SyncException, InterruptedException {
        HostRepository repository = existing("compared", project);
        String from = RefNames.object(base);
        String to = RefNames.object(tip);
        return locks.reading(repository, () -> WorkReading.contents(repository, from, to, path));
    }

    @Override
    public SyncPlan plan(String sandbox, String name, Path project, GuestLink guest, FetchCause cause)
            throws SyncException, InterruptedException {
        String branch = RefNames.branch(name);
        HostRepository repository = existing(sandbox, project);
        return locks.reading(repository, () -> {
            BaseFinder bases = new BaseFinder(repository, sandbox, project);
            LockedFetch.PlannedWork planned = fetch.planned(bases, ComparisonBase.START, guest, cause);
            String base = planned.plan().base().capture();
            return review(
                    repository,
                    sandbox,
                    review -> WorkReading.plan(repository, review, sandbox, branch, base, planned.fetched()));
        });
    }

    @Override
    public SyncResult accept(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        return reviewed.accept(existing(sandbox, project), sandbox, name, project, request);
    }

    @Override
    public SyncResult acceptAutomatically(String sandbox, String name, Path project, SyncPlan plan)
            throws SyncException, InterruptedException {
        return reviewed.acceptAutomatically(existing(sandbox, project), sandbox, name, project, plan);
    }

    @Override
    public SyncConflicts conflicts(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        return reviewed.conflicts(existing(sandbox, project), sandbox, name, project, request);
    }

    @Override
    public ReviewQueue review(String sandbox, String name, Path project, @Nullable GuestLink guest, ComparisonBase base)
            throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        BaseFinder bases = new BaseFinder(repository, sandbox, project);
        if (guest == null) {
            return reviewed.last(bases, name, base);
        }
        return locks.reading(repository, () -> {
            long now = System.currentTimeMillis();
            LockedFetch.PlannedWork planned = fetch.planned(bases, base, guest, FetchCause.REVIEW);
            return reviewed.queue(repository, sandbox, name, planned.plan(), now);
        });
    }

    @Override
    public ReviewBases bases(String sandbox, Path project) throws SyncException, InterruptedException {
        return new BaseFinder(existing(sandbox, project), sandbox, project).all();
    }

    @Override
    public FetchedWork fetchedWork() {
        return new GitFetchedWork(repositories, locks, judging);
    }

    @Override
    public FileHunks hunks(String sandbox, Path project, ReadHunks request) throws SyncException, InterruptedException {
        return reviewed.hunks(existing(sandbox, project), sandbox, hunks -> hunks.read(request));
    }

    @Override
    public HunkCounts hunkCounts(String sandbox, Path project, ReadHunkCounts request)
            throws SyncException, InterruptedException {
        return reviewed.hunks(existing(sandbox, project), sandbox, hunks -> hunks.count(request));
    }

    @Override
    public SyncUndone undo(String sandbox, Path project, @Nullable String undo)
            throws SyncException, InterruptedException {
        return reviewed.undo(existing(sandbox, project), sandbox, project, undo);
    }

    @Override
    public ProjectNotes notes() {
        return new GitProjectNotes(repositories, locks);
    }

    @Override
    public PushResult push(String sandbox, Path project, GuestLink guest, PushCommits request)
            throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        ProjectPush push = new ProjectPush(
                repository, locks, sandbox, project, fetch.limits().stall());
        return locks.reading(repository, () -> push.run(guest, request, () -> fetch.run(repository, sandbox, guest)));
    }

    @Override
    public Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest, FetchProgress progress)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        if (!repository.exists() || repository.ref(RefNames.capture(sandbox)).isEmpty()) {
            return Optional.empty();
        }
        SalvageRefWriter salvage = new SalvageRefWriter(repository, sandbox);
        return guest == null
                ? locks.alone(repository, salvage::keep)
                : fetch.run(repository, sandbox, guest, progress, salvage::keepWhole);
    }

    @Override
    public SavedWork keep(String sandbox, Path project, GuestLink guest, String snapshot, Duration limit)
            throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        return fetch.within(limit, repository, sandbox, guest, fetched -> {
            repository.update(List.of("update " + RefNames.snapshot(snapshot) + " " + fetched.tip()));
            return new SavedWork(fetched.tip(), fetched.head());
        });
    }

    @Override
    public void inherit(Path project, String capture, String sandbox) throws SyncException, InterruptedException {
        captures.inherit(existing(sandbox, project), capture, sandbox);
    }

    @Override
    public FileDiff compare(Path project, String base, String tip) throws SyncException, InterruptedException {
        HostRepository repository = existing("compared", project);
        String from = RefNames.object(base);
        String to = RefNames.object(tip);
        return locks.reading(
                repository, () -> review(repository, repository.path().toString(), review -> review.diff(from, to)));
    }

    @Override
    public long objects(String sandbox, Path project) throws SyncException, InterruptedException {
        return objects.bytes(sandbox, project);
    }

    @Override
    public long forget(String sandbox, Path project, boolean capture) throws SyncException, InterruptedException {
        judging.forget(sandbox);
        worktree.forget(sandbox);
        return objects.forget(sandbox, project, capture);
    }

    @Override
    public List<Pruned> prune(boolean dryRun) throws SyncException, InterruptedException {
        return objects.prune(dryRun);
    }

    @Override
    public long unpruned() throws SyncException {
        return objects.unpruned();
    }

    @Override
    public Path repository(Path project) {
        return repositories.of(project).path();
    }

    private HostRepository existing(String sandbox, Path project) throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        if (!repository.exists()) {
            throw WorkBase.missing(sandbox);
        }
        return repository;
    }

    private interface ReadOperation<T> {
        T with(WorkReview review) throws SyncException, InterruptedException;
    }

    // Runs outside of the lock: objects do not change, and a machine can make the review of its work slow.
    private <T> T review(HostRepository repository, String sandbox, ReadOperation<T> operation)
            throws SyncException, InterruptedException {
        return judging.run(sandbox, () -> operation.with(new WorkReview(repository, OperationDeadline.in(REVIEW))));
    }
}
