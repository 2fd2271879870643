package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.EntryBase;
import dev.belljar.agent.sync.accept.EntryHunks;
import dev.belljar.agent.sync.accept.ReviewSlots;
import dev.belljar.agent.sync.accept.UserBranch;
import dev.belljar.agent.sync.accept.WorkAcceptor;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.worktree.WorktreeSync;
import dev.belljar.agent.sync.worktree.WorktreeWork;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The work that waits for review, and the ways on which it comes to the project: a branch, a patch or the files of
/// the working tree.
record ReviewedWork(
        RepositoryLocks locks, ReviewSlots judging, ObjectQuota quota, WorktreeSync worktree, RecentReviews recent) {
    private static final Duration REVIEW = Duration.ofMinutes(1);
    private static final int TRIES = 3;

    private record Chosen(WorkAcceptor by, ReviewedPlans.ReviewedPlan plan, WorkAcceptor.ChosenCommit what) {}

    /// Decides whether chosen work may be put on a branch, while no other operation changes the repository.
    private interface AcceptCondition {
        void check(WorkAcceptor.ChosenCommit chosen) throws SyncException, InterruptedException;
    }

    /// The work that was fetched last, compared with this base.
    ReviewQueue last(BaseFinder bases, String name, ComparisonBase base) throws SyncException, InterruptedException {
        HostRepository repository = bases.repository();
        String sandbox = bases.sandbox();
        Optional<String> tip = repository.ref(RefNames.work(sandbox));
        if (tip.isEmpty()) {
            String capture = WorkBase.capture(repository, sandbox);
            FileDiff none = new FileDiff(capture, capture, List.of(), List.of(), true);
            return new ReviewQueue(capture, capture, RefNames.branch(name), 0, List.of(), none, true, true);
        }
        return locks.reading(repository, () -> {
            ReviewedPlans plans = new ReviewedPlans(repository, sandbox);
            ReviewedBase found = bases.find(base, tip.get());
            ReviewedPlans.ReviewedPlan opened =
                    locks.alone(repository, () -> plans.add(tip.get(), FetchCause.REVIEW, found));
            return queue(repository, sandbox, name, opened, time(repository, sandbox));
        });
    }

    /// The work of this review, which was fetched at this time.
    ReviewQueue queue(
            HostRepository repository, String sandbox, String name, ReviewedPlans.ReviewedPlan plan, long fetched)
            throws SyncException, InterruptedException {
        String branch = RefNames.branch(name);
        return judging.run(sandbox, () -> {
            WorkReading.ListedWork listed = recent.listed(repository, OperationDeadline.in(REVIEW), plan);
            return WorkReading.queue(repository, sandbox, branch, plan, fetched, listed);
        });
    }

    // A fetch writes the ref of its work.
    private static long time(HostRepository repository, String sandbox) throws SyncException {
        try {
            return Files.getLastModifiedTime(repository.path().resolve(RefNames.work(sandbox)))
                    .toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    /// Reads something about the hunks of a sandbox's review.
    <T> T hunks(HostRepository repository, String sandbox, HunkReading<T> reading)
            throws SyncException, InterruptedException {
        return locks.reading(
                repository,
                () -> judging.run(
                        sandbox,
                        () -> reading.of(
                                new EntryHunks(repository, OperationDeadline.in(REVIEW), sandbox, recent.changes()))));
    }

    /// What is read about hunks.
    interface HunkReading<T> {
        T of(EntryHunks hunks) throws SyncException, InterruptedException;
    }

    SyncResult accept(HostRepository repository, String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        return accept(repository, sandbox, name, project, request, chosen -> {});
    }

    private SyncResult accept(
            HostRepository repository,
            String sandbox,
            String name,
            Path project,
            AcceptSync request,
            AcceptCondition condition)
            throws SyncException, InterruptedException {
        if (!request.resolutions().isEmpty() && request.target() != SyncTarget.WORKTREE) {
            throw SyncFaults.refused("only a sync to the working tree has conflicts to resolve", null);
        }
        return locks.reading(repository, () -> {
            for (int tries = 0; tries < TRIES; tries++) {
                Chosen chosen = choose(repository, sandbox, name, project, request);
                Optional<SyncResult> done = switch (Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH)) {
                    case BRANCH -> branch(repository, sandbox, project, request, chosen, condition);
                    case PATCH -> Optional.of(patch(chosen.what()));
                    case WORKTREE -> Optional.of(files(repository, sandbox, project, request, chosen));
                };
                if (done.isPresent()) {
                    return done.get();
                }
            }
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "other changes from this sandbox were synced in the meantime",
                    "Try again.",
                    null);
        });
    }

    /// Puts the work of this plan on the branch of the sandbox as it is, unless somebody has to look at it.
    SyncResult acceptAutomatically(HostRepository repository, String sandbox, String name, Path project, SyncPlan plan)
            throws SyncException, InterruptedException {
        AcceptSync request = new AcceptSync(plan.commit(), List.of()).against(plan.base());
        return accept(repository, sandbox, name, project, request, chosen -> {
            Optional<String> why = repository.ref(RefNames.selected(sandbox)).isPresent()
                    ? Optional.of("you synced only a part of earlier changes, or changed their commits")
                    : chosen.reasonForReview(plan.commit());
            if (why.isPresent()) {
                throw new SyncException(
                        SyncException.REVIEW_REQUIRED,
                        "the changes wait for your review, because " + why.get(),
                        "`belljar review %s` lists them.".formatted(name),
                        null);
            }
        });
    }

    private Optional<SyncResult> branch(
            HostRepository repository,
            String sandbox,
            Path project,
            AcceptSync request,
            Chosen chosen,
            AcceptCondition condition)
            throws SyncException, InterruptedException {
        String name = chosen.by().branch(request);
        try (UserBranch branch = chosen.by().packed(project, name, chosen.what(), quota.reserve())) {
            return locks.alone(repository, () -> {
                // Here, since a user may have decided about other work while the commits were made.
                requireCurrent(repository, sandbox, project, chosen);
                condition.check(chosen.what());
                boolean unchanged = chosen.what().commit().equals(request.commit());
                Optional<SyncResult> put = unchanged || !chosen.by().decides()
                        ? chosen.by().put(branch, chosen.what())
                        : selected(repository, sandbox, request, branch, chosen);
                if (put.isPresent() && chosen.by().decides()) {
                    repository.update(decided(repository, sandbox, request, chosen.what(), unchanged));
                }
                return put;
            });
        }
    }

    // What the user skipped must not be applied automatically later: this is recorded before the branch moves, and
    // withdrawn if it is certain that it did not move.
    private static Optional<SyncResult> selected(
            HostRepository repository, String sandbox, AcceptSync request, UserBranch branch, Chosen chosen)
            throws SyncException, InterruptedException {
        String selected = RefNames.selected(sandbox);
        Optional<String> before = repository.ref(selected);
        List<String> withdrawal = List.of(
                before.map(commit -> "update " + selected + " " + commit).orElse("delete " + selected));
        repository.update(List.of("update " + selected + " " + request.commit()));
        try {
            Optional<SyncResult> put = chosen.by().put(branch, chosen.what());
            if (put.isEmpty()) {
                repository.update(withdrawal);
            }
            return put;
        } catch (SyncException e) {
            if (e.code().equals(SyncException.REFUSED)) {
                repository.update(withdrawal);
            }
            throw e;
        }
    }

    private static void requireCurrent(HostRepository repository, String sandbox, Path project, Chosen chosen)
            throws SyncException, InterruptedException {
        BaseFinder bases = new BaseFinder(repository, sandbox, project);
        bases.requireCurrent(chosen.plan().base());
        bases.requireNewer(chosen.plan());
    }

    // The commit that somebody decided about, and whether its work came to the project as it was.
    private static List<String> decided(
            HostRepository repository,
            String sandbox,
            AcceptSync request,
            WorkAcceptor.ChosenCommit chosen,
            boolean unchanged)
            throws SyncException, InterruptedException {
        List<String> updates = new ArrayList<>();
        updates.add("update " + RefNames.reviewed(sandbox) + " " + request.commit());
        String selected = RefNames.selected(sandbox);
        if (!unchanged) {
            updates.add("update " + selected + " " + request.commit());
        } else if (repository.ref(selected).isPresent()) {
            updates.add("delete " + selected);
        }
        String synced = RefNames.synced(sandbox);
        SyncedWork.AcceptedFiles accepted = chosen.accepted();
        if (accepted != null) {
            updates.add("update " + synced + " " + SyncedWork.record(repository, request.commit(), accepted));
        } else if (repository.ref(synced).isPresent()) {
            updates.add("delete " + synced);
        }
        return updates;
    }

    private static SyncResult patch(WorkAcceptor.ChosenCommit chosen) {
        return new SyncResult(
                "", chosen.commit(), chosen.files(), chosen.withheld(), SyncTarget.PATCH, chosen.patch(), null);
    }

    private SyncResult files(HostRepository repository, String sandbox, Path project, AcceptSync request, Chosen choice)
            throws SyncException, InterruptedException {
        WorkAcceptor.ChosenCommit chosen = choice.what();
        WorktreeWork work = work(repository, sandbox, project, request, choice);
        Path top = work.project();
        WorktreeSync.PreparedChange prepared = worktree.prepare(work);
        try {
            return locks.alone(repository, () -> {
                requireCurrent(repository, sandbox, project, choice);
                UndoRefs refs = new UndoRefs(repository, sandbox);
                Map<String, String> before = refs.now();
                String undo = worktree.write(prepared, top);
                if (choice.by().decides()) {
                    List<String> updates = decided(repository, sandbox, request, chosen, chosen.everything());
                    if (chosen.everything()) {
                        updates.add("update " + RefNames.applied(sandbox) + " " + request.commit());
                    }
                    repository.update(updates);
                }
                if (undo != null) {
                    refs.keep(undo, request.commit(), before);
                }
                return new SyncResult(
                        "", chosen.commit(), prepared.files(), chosen.withheld(), SyncTarget.WORKTREE, null, undo);
            });
        } finally {
            worktree.discard(prepared);
        }
    }

    private static WorktreeWork work(
            HostRepository repository, String sandbox, Path project, AcceptSync request, Chosen choice)
            throws SyncException {
        return new WorktreeWork(
                repository,
                sandbox,
                choice.what().from(),
                choice.what().commit(),
                ProjectRepository.real(project),
                request.stash(),
                request.resolutions());
    }

    /// The conflicts that a sync into the working tree would have.
    SyncConflicts conflicts(HostRepository repository, String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        if (request.target() != SyncTarget.WORKTREE) {
            throw SyncFaults.refused("only a sync to the working tree has conflicts", null);
        }
        return locks.reading(repository, () -> {
            Chosen choice = choose(repository, sandbox, name, project, request);
            return worktree.conflicts(work(repository, sandbox, project, request, choice));
        });
    }

    private Chosen choose(HostRepository repository, String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        return judging.accept(sandbox, () -> {
            ReviewedPlans plans = new ReviewedPlans(repository, sandbox);
            ReviewedPlans.ReviewedPlan plan = plans.get(request.commit(), request.base());
            new BaseFinder(repository, sandbox, project).requireCurrent(plan.base());
            EntryBase base = EntryBase.of(repository, plan.base());
            WorkAcceptor acceptance = new WorkAcceptor(repository, sandbox, name, base);
            return new Chosen(acceptance, plan, acceptance.choose(project, request, quota.reserve()));
        });
    }

    SyncUndone undo(HostRepository repository, String sandbox, Path project, @Nullable String undo)
            throws SyncException, InterruptedException {
        Path top = ProjectRepository.real(project);
        return locks.alone(repository, () -> {
            String id = undo == null ? worktree.newest(sandbox) : undo;
            SyncUndone undone = new SyncUndone(worktree.undo(sandbox, top, id));
            new UndoRefs(repository, sandbox).restore(id);
            return undone;
        });
    }
}
