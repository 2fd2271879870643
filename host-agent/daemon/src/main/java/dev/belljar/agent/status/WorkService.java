package dev.belljar.agent.status;

import dev.belljar.agent.access.ExecCapture;
import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The work of machines, from one fetch for all requests: a fetch runs dozens of programs in the guest, so it is
/// not repeated as long as no write to the workspace was observed.
public final class WorkService {
    private static final Logger LOG = LoggerFactory.getLogger(WorkService.class);
    private static final int SYSTEM_PATHS = 2_000;
    private static final Duration SYSTEM_PATIENCE = Duration.ofSeconds(20);
    /// Lists the paths that differ from the image, without the workspace and what every boot writes: first the
    /// paths of the machine's own layer, each with its type, then an empty entry, then `=` and those of the
    /// paths that the image contains, too; `=` is missing if the image cannot be mounted a second time.
    private static final String SYSTEM_SCRIPT = """
        cd /run/belljar/upper/root 2>/dev/null || exit 3
        disk=/dev/vda; [ ! -b /dev/vdc ] || disk=/dev/vdc
        list=$(mktemp -p /run) && trap 'rm -f "$list"' EXIT
        find . -xdev \\( -path ./workspace -o -path ./tmp -o -path ./var/tmp -o -path ./var/log -o -path ./var/cache \
        -o -path ./var/lib/systemd -o -path ./run -o -path ./usr/local/bin/belljar-why \\) -prune -o \\( -type f -o -type l -o -type c \\) -printf '%%y %%P\\0' \
        | head -z -n %d >"$list"
        cat "$list"; printf '\\0'
        unshare -m sh -c 'mount -t erofs -o ro "$2" /mnt && cd /mnt && printf "=\\0" \
        && sed -z "s/^. //" "$1" | xargs -0r stat --printf "%%n\\0" --' sh "$list" "$disk" 2>/dev/null
        exit 0\
        """.formatted(SYSTEM_PATHS + 1);

    private final WorkspaceTransfer workspace;
    private final BaseLookup bases;
    private final Map<String, ObservedWork> newest = new ConcurrentHashMap<>();
    private final Map<String, FetchedReview> reviews = new ConcurrentHashMap<>();
    /// A new object after each drop, so that what was read before it is not kept afterwards.
    private final Map<String, Object> generations = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> asking = new ConcurrentHashMap<>();
    private volatile WorkListener listener = WorkListener.NONE;

    /// The fetched work, and the writes that were observed before the fetch.
    private record ObservedWork(WorkspaceActivity.Mark mark, SandboxWork work) {}

    /// The fetched work that waits for review, compared with the base of this name, and the writes that were
    /// observed before the fetch.
    private record FetchedReview(
            WorkspaceActivity.Mark mark, @Nullable String name, ComparisonBase base, ReviewQueue review) {
        // The user can move a branch of the project at any time.
        private boolean comparesWith(@Nullable String other) {
            return Objects.equals(name, other) && !(base instanceof ComparisonBase.ProjectBranch);
        }
    }

    /// `bases` finds what reviews are compared with.
    public WorkService(WorkspaceTransfer workspace, BaseLookup bases) {
        this.workspace = workspace;
        this.bases = bases;
    }

    /// Tells this listener about each fetch and each sync from now on.
    public void tell(WorkListener next) {
        listener = next;
    }

    /// Returns the work; fetches it only if something may have changed since the last fetch. Of several
    /// simultaneous requests, one fetches, and the others wait for it.
    SandboxWork current(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        ReentrantLock alone = asking.computeIfAbsent(sandbox.id(), _ -> new ReentrantLock());
        alone.lockInterruptibly();
        try {
            SandboxWork known = known(sandbox);
            return known == null ? fetched(sandbox) : known;
        } finally {
            alone.unlock();
        }
    }

    private @Nullable SandboxWork known(SandboxRuntime sandbox) {
        ObservedWork last = newest.get(sandbox.id());
        WorkspaceActivity.Mark now = sandbox.observation().writes().mark();
        return last != null && now.watched() && now.equals(last.mark()) ? last.work() : null;
    }

    /// Fetches the work.
    SandboxWork fetched(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        Object generation = generation(sandbox.id());
        WorkspaceActivity.Mark before = sandbox.observation().writes().mark();
        SyncPlan plan = plan(sandbox, FetchCause.BACKGROUND);
        SystemChanges system = system(sandbox.guest());
        SandboxWork work = new SandboxWork(plan, system.paths(), system.complete());
        keep(newest, sandbox.id(), generation, new ObservedWork(before, work));
        return work;
    }

    /// Fetches the work without telling the listener, once other requests for it are answered.
    FetchedPlan next(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        ReentrantLock alone = asking.computeIfAbsent(sandbox.id(), _ -> new ReentrantLock());
        alone.lockInterruptibly();
        try {
            return fresh(sandbox, FetchCause.BACKGROUND);
        } finally {
            alone.unlock();
        }
    }

    private FetchedPlan fresh(SandboxRuntime sandbox, FetchCause cause) throws BelljarException, InterruptedException {
        WorkspaceActivity.Mark before = sandbox.observation().writes().mark();
        return new FetchedPlan(
                before, workspace.plan(sandbox.id(), sandbox.name(), sandbox.project(), sandbox.guest(), cause));
    }

    /// Returns the work that waits for review. Without `fetch`, it is fetched only if the machine is running and
    /// something may have changed since the last fetch; until then, another sandbox as the base is not fetched
    /// again either.
    ReviewQueue review(SandboxRuntime sandbox, ReadReview request) throws BelljarException, InterruptedException {
        boolean fetch = request.fetch();
        String name = request.base();
        if (!fetch && sandbox.state() != SandboxState.RUNNING) {
            return lastReview(sandbox, bases.find(sandbox, name));
        }
        ReentrantLock alone = asking.computeIfAbsent(sandbox.id(), _ -> new ReentrantLock());
        alone.lockInterruptibly();
        try {
            WorkspaceActivity.Mark before = sandbox.observation().writes().mark();
            FetchedReview last = reviews.get(sandbox.id());
            boolean fetched = last != null && before.watched() && before.equals(last.mark());
            if (!fetch && last != null && fetched && last.comparesWith(name)) {
                return last.review();
            }
            Object generation = generation(sandbox.id());
            ComparisonBase base = bases.find(sandbox, name);
            ReviewQueue review = fetch || (!fetched && known(sandbox) == null)
                    ? freshReview(sandbox, base, before)
                    : lastReview(sandbox, base);
            keep(reviews, sandbox.id(), generation, new FetchedReview(before, name, base, review));
            return review;
        } finally {
            alone.unlock();
        }
    }

    private ReviewQueue freshReview(SandboxRuntime sandbox, ComparisonBase base, WorkspaceActivity.Mark before)
            throws BelljarException, InterruptedException {
        ReviewQueue review = workspace.review(sandbox.id(), sandbox.name(), sandbox.project(), sandbox.guest(), base);
        sandbox.observation().writes().fetched(before);
        return review;
    }

    private ReviewQueue lastReview(SandboxRuntime sandbox, ComparisonBase base)
            throws BelljarException, InterruptedException {
        return workspace.review(sandbox.id(), sandbox.name(), sandbox.project(), null, base);
    }

    /// With what the work can be compared.
    ReviewBases bases(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        return workspace.bases(sandbox.id(), sandbox.project());
    }

    /// The hunks of a file in an entry of a review.
    FileHunks hunks(SandboxRuntime sandbox, ReadHunks request) throws BelljarException, InterruptedException {
        return workspace.hunks(sandbox.id(), sandbox.project(), request);
    }

    /// How many hunks files in an entry of a review have.
    HunkCounts hunkCounts(SandboxRuntime sandbox, ReadHunkCounts request)
            throws BelljarException, InterruptedException {
        return workspace.hunkCounts(sandbox.id(), sandbox.project(), request);
    }

    /// The conflicts of a sync into the working tree with this request.
    SyncConflicts conflicts(SandboxRuntime sandbox, AcceptSync request) throws BelljarException, InterruptedException {
        return workspace.conflicts(sandbox.id(), sandbox.name(), sandbox.project(), request);
    }

    /// Restores the files that a sync into the working tree changed.
    SyncUndone undo(SandboxRuntime sandbox, @Nullable String undo) throws BelljarException, InterruptedException {
        SyncUndone undone = workspace.undo(sandbox.id(), sandbox.project(), undo);
        drop(sandbox.id());
        listener.accepted(sandbox);
        return undone;
    }

    /// Fetches the work and returns only its review.
    SyncPlan plan(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        return plan(sandbox, FetchCause.REVIEW);
    }

    private SyncPlan plan(SandboxRuntime sandbox, FetchCause cause) throws BelljarException, InterruptedException {
        FetchedPlan fresh = fresh(sandbox, cause);
        listener.fetched(sandbox, fresh);
        return fresh.plan();
    }

    /// Brings reviewed work to the project.
    SyncResult accept(SandboxRuntime sandbox, AcceptSync request) throws BelljarException, InterruptedException {
        return accepted(sandbox, workspace.accept(sandbox.id(), sandbox.name(), sandbox.project(), request));
    }

    /// Puts the work of this plan on the branch of the sandbox unless somebody has to look at it.
    SyncResult acceptAutomatically(SandboxRuntime sandbox, SyncPlan plan)
            throws BelljarException, InterruptedException {
        return accepted(sandbox, workspace.acceptAutomatically(sandbox.id(), sandbox.name(), sandbox.project(), plan));
    }

    private SyncResult accepted(SandboxRuntime sandbox, SyncResult result) {
        drop(sandbox.id());
        listener.accepted(sandbox);
        return result;
    }

    /// Puts the project's newest commits into the guest.
    PushResult push(SandboxRuntime sandbox, PushCommits request) throws BelljarException, InterruptedException {
        PushResult result = workspace.push(sandbox.id(), sandbox.project(), sandbox.guest(), request);
        // The base of the review may have changed without a write to the workspace.
        drop(sandbox.id());
        if (!result.dryRun() && result.behind() > 0) {
            refresh(sandbox);
        }
        return result;
    }

    // Otherwise the writes of the push would count as work that waits for a fetch.
    private void refresh(SandboxRuntime sandbox) throws InterruptedException {
        try {
            SyncPlan _ = plan(sandbox, FetchCause.BACKGROUND);
        } catch (BelljarException e) {
            LOG.info("{}: the work was not fetched after a push: {}", sandbox.name(), e.getMessage());
        }
    }

    /// The old and new contents of a changed file.
    FileContents contents(SandboxRuntime sandbox, String path) throws BelljarException, InterruptedException {
        return workspace.contents(sandbox.id(), sandbox.project(), path);
    }

    /// Drops what is known of a deleted sandbox.
    void forget(String id) {
        drop(id);
        asking.remove(id);
    }

    /// Drops the last fetched work of a sandbox, which was accepted.
    private void drop(String id) {
        generations.remove(id);
        newest.remove(id);
        reviews.remove(id);
    }

    private Object generation(String id) {
        return generations.computeIfAbsent(id, _ -> new Object());
    }

    // An accept does not wait for a review that is being read.
    private <T> void keep(Map<String, T> all, String id, Object generation, T read) {
        all.compute(id, (_, known) -> generation.equals(generations.get(id)) ? read : known);
    }

    private static SystemChanges system(GuestLink guest) throws GuestException, InterruptedException {
        ExecResult result =
                ExecCapture.run(guest.exec(BelljarScript.command("system", SYSTEM_SCRIPT, "root", SYSTEM_PATIENCE)));
        return SystemChanges.read(
                new String(Base64.getDecoder().decode(result.stdout()), StandardCharsets.UTF_8), SYSTEM_PATHS);
    }
}
