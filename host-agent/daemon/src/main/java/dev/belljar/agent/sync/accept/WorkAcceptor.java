package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Accepts reviewed work: chooses the commits, and puts them on a branch of the user's repository.
///
/// If nothing is skipped or withheld, now or in any commit in between, the machine's own commits are used
/// unchanged. Otherwise they are made again without these changes (`SelectedWork`), or all changes become one
/// commit (`SquashedWork`): a commit that once contained a withheld file would bring it along. Whatever was made is
/// checked once more, commit by commit (`CommitRange`), before it leaves the host's own repository.
public final class WorkAcceptor {
    private static final int MOST = 200_000;
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(MOST, GitRecords.KEPT);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int SHOWN = 3;

    private final HostRepository repository;
    private final String sandbox;
    private final String name;
    private final OperationDeadline deadline;
    private final WorkReview review;
    private final EntryBase base;
    private final String capture;
    private final CaptureNote note;

    /// Accepts work that was compared with this base in its review.
    public WorkAcceptor(HostRepository repository, String sandbox, String name, EntryBase base)
            throws SyncException, InterruptedException {
        this.repository = repository;
        this.sandbox = sandbox;
        this.name = name;
        this.deadline = OperationDeadline.in(LIMIT);
        this.review = new WorkReview(repository, deadline);
        this.base = base;
        this.capture = base.capture();
        this.note = WorkBase.note(repository, capture);
    }

    /// The choice: the commit for the target, the number of its changed files, the withheld paths, the commit
    /// accepted before, whether this is all of the work, and the patch in base64 if that is the target. `from` is
    /// the commit from which the files of the working tree change, and `accepted` what is recorded of the sync,
    /// null if that is nothing.
    public record ChosenCommit(
            String commit,
            int files,
            List<String> withheld,
            Optional<String> before,
            boolean everything,
            @Nullable String patch,
            String from,
            SyncedWork.@Nullable AcceptedFiles accepted) {
        public ChosenCommit {
            withheld = List.copyOf(withheld);
        }

        /// Why a person has to look at the reviewed work `tip`, in words; empty if it is accepted unchanged.
        public Optional<String> reasonForReview(String tip) {
            if (!withheld.isEmpty()) {
                String more = withheld.size() > SHOWN ? " and %d more".formatted(withheld.size() - SHOWN) : "";
                return Optional.of((withheld.size() == 1 ? "a file" : "files") + " could run code on this computer: "
                        + String.join(", ", withheld.subList(0, Math.min(SHOWN, withheld.size()))) + more);
            }
            return commit.equals(tip)
                    ? Optional.empty()
                    : Optional.of("an earlier commit contains a file that could run code on this computer");
        }
    }

    /// Chooses the commit for the target. Only objects are added to the host's own repository, so this needs no
    /// lock.
    public ChosenCommit choose(Path project, AcceptSync request, DiskReserve reserve)
            throws SyncException, InterruptedException {
        String tip = request.commit();
        Optional<String> before = repository.ref(RefNames.accepted(sandbox));
        if (base.other() || base.synced().record() != null) {
            ReviewEntries entries = entries(tip);
            ReviewedWhole whole = new ReviewedWhole(entries, changes(tip, entries));
            return made(project, base.accepted(request), whole, before, reserve);
        }
        WorkReview.ReviewedChanges reviewed = changes(tip);
        Optional<ChosenCommit> unchanged = unchanged(request, reviewed, before);
        return unchanged.isPresent()
                ? unchanged.get()
                : made(project, request, new ReviewedWhole(entries(tip), reviewed), before, reserve);
    }

    // The usual case, in which nothing has to be made: all of the machine's own commits, for a branch.
    private Optional<ChosenCommit> unchanged(
            AcceptSync request, WorkReview.ReviewedChanges reviewed, Optional<String> before)
            throws SyncException, InterruptedException {
        Set<GitPath> asked = request.allowed().stream().map(GitPath::parse).collect(Collectors.toSet());
        boolean usual = Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH) == SyncTarget.BRANCH
                && Objects.requireNonNullElse(request.history(), CommitHistory.KEEP) == CommitHistory.KEEP
                && request.skipped().isEmpty()
                && reviewed.refused().isEmpty()
                && reviewed.all().stream()
                        .map(change -> change.change().path())
                        .collect(Collectors.toSet())
                        .containsAll(asked);
        if (!usual) {
            return Optional.empty();
        }
        asked.addAll(allowedBefore(reviewed.all()));
        boolean whole = reviewed.all().stream()
                        .allMatch(each -> each.risk() == null
                                || asked.contains(each.change().path()))
                && new CommitRange(repository, review, deadline, capture, List.of(), SyncedParts.NONE)
                        .holdsOnly(request.commit(), asked);
        return whole
                ? Optional.of(new ChosenCommit(
                        request.commit(),
                        files(request, request.commit()),
                        List.of(),
                        before,
                        true,
                        null,
                        capture,
                        new SyncedWork.AcceptedFiles(repository.tree(request.commit()), List.of())))
                : Optional.empty();
    }

    // The entries of reviewed work, and its changes as a whole.
    private record ReviewedWhole(ReviewEntries entries, WorkReview.ReviewedChanges changes) {}

    private ReviewEntries entries(String tip) throws SyncException, InterruptedException {
        return ReviewEntries.of(repository, deadline, base, tip);
    }

    private ChosenCommit made(
            Path project, AcceptSync request, ReviewedWhole reviewed, Optional<String> before, DiskReserve reserve)
            throws SyncException, InterruptedException {
        String tip = request.commit();
        ReviewEntries entries = reviewed.entries();
        WorkReview.ReviewedChanges changes = reviewed.changes();
        Set<GitPath> allowed = ChangeSelection.allowed(request, changes, entries);
        if (!base.other()) {
            allowed.addAll(allowedBefore(changes.all()));
        }
        List<RawChange> withheld = withheld(reviewed, allowed);
        ChangeSelection selection = ChangeSelection.of(entries, request.skipped(), allowed);
        String from = from(entries);
        CommitRange range = range(entries, from);
        boolean whole = !base.other()
                && selection.skipsNothing()
                && withheld.isEmpty()
                && changes.refused().isEmpty()
                && range.holdsOnly(tip, allowed);
        AcceptedCommits commits = new AcceptedCommits(
                new AcceptedCommits.ReviewedTip(tip, entries, changes, withheld, whole, from),
                selection,
                allowed,
                range,
                squashed(from),
                reserve);
        AcceptedCommits.AcceptedCommit accepted = commits.accept(project, request);
        List<String> shown = new ArrayList<>();
        withheld.forEach(each -> shown.add(each.path().shown()));
        changes.refused().forEach(each -> shown.add(each.path()));
        return new ChosenCommit(
                accepted.commit(),
                from.equals(capture) ? files(request, accepted.commit()) : selection.files(entries),
                shown.stream().distinct().toList(),
                before,
                whole,
                accepted.patch(),
                from,
                base.other() ? null : accepted(entries, selection, tip, whole));
    }

    private static List<RawChange> withheld(ReviewedWhole reviewed, Set<GitPath> allowed) {
        return reviewed.changes().all().stream()
                .filter(each -> each.risk() != null)
                .map(WorkReview.ReviewedChange::change)
                .filter(each -> !allowed.contains(each.path())
                        && !reviewed.entries().synced().holds(each))
                .toList();
    }

    // The commit from which the accepted changes begin: the capture, what was synced before, or the work of the
    // snapshot.
    private String from(ReviewEntries entries) throws SyncException, InterruptedException {
        if (!base.other() && entries.synced().equals(SyncedParts.NONE)) {
            return capture;
        }
        if (!entries.complete()) {
            throw SyncFaults.refused(
                    "there are more than %d commits or %d files since this base: too many"
                            .formatted(ReviewEntries.MOST, WorkReview.FILES),
                    "Compare with the project when the sandbox was created (`--base start`).");
        }
        return SelectedWork.before(repository, deadline, entries);
    }

    // The commits of a snapshot or another sandbox are no part of what is accepted.
    private CommitRange range(ReviewEntries entries, String from) {
        List<String> besides = base.other() ? List.of(base.commit(), from) : List.of();
        return new CommitRange(repository, review, deadline, capture, besides, entries.synced());
    }

    private SquashedWork squashed(String from) {
        return base.other()
                ? new SquashedWork(repository, deadline, sandbox, name, base.commit(), from)
                : new SquashedWork(repository, deadline, sandbox, name, capture, note.head());
    }

    private SyncedWork.@Nullable AcceptedFiles accepted(
            ReviewEntries entries, ChangeSelection selection, String tip, boolean whole)
            throws SyncException, InterruptedException {
        if (!entries.complete()) {
            return whole ? new SyncedWork.AcceptedFiles(repository.tree(tip), List.of()) : null;
        }
        return SelectedWork.accepted(repository, deadline, entries, selection);
    }

    // What the entries change; with what was synced as the base, everything that the work changes.
    private WorkReview.ReviewedChanges changes(String tip, ReviewEntries entries)
            throws SyncException, InterruptedException {
        if (!base.other()) {
            return changes(tip);
        }
        return entries.changes();
    }

    /// True if the user decides about all of the work, so that it does not wait for review afterwards.
    public boolean decides() {
        return !base.other();
    }

    /// The branch of a request.
    public String branch(AcceptSync request) throws SyncException {
        return request.branch() == null ? RefNames.branch(name) : RefNames.userBranch(request.branch());
    }

    /// The user's branch with a pack of the objects that the chosen commit needs; this needs no lock either.
    public UserBranch packed(Path project, String branch, ChosenCommit chosen, DiskReserve reserve)
            throws SyncException, InterruptedException {
        if (base.other()) {
            return UserBranch.packed(repository, branch, null, chosen.commit(), project, reserve);
        }
        // An older version kept only the commit of the usual branch.
        String known = RefNames.onBranch(sandbox, branch);
        boolean usual =
                branch.equals(RefNames.branch(name)) && repository.ref(known).isEmpty();
        return UserBranch.packed(
                repository, branch, usual ? RefNames.accepted(sandbox) : known, chosen.commit(), project, reserve);
    }

    /// Moves the branch to the chosen commit while no other operation changes the repository; empty if another
    /// accept came in between.
    public Optional<SyncResult> put(UserBranch branch, ChosenCommit chosen) throws SyncException, InterruptedException {
        if (!repository.ref(RefNames.accepted(sandbox)).equals(chosen.before())) {
            return Optional.empty();
        }
        String where = branch.put();
        if (base.other()) {
            // It does not have all work that was accepted before, so that the next sync must not build on it.
            return Optional.of(new SyncResult(where, chosen.commit(), chosen.files(), chosen.withheld()));
        }
        repository.update(List.of(
                "update " + RefNames.accepted(sandbox) + " " + chosen.commit(),
                "update " + RefNames.onBranch(sandbox, branch.branch()) + " " + chosen.commit()));
        return Optional.of(new SyncResult(where, chosen.commit(), chosen.files(), chosen.withheld()));
    }

    private WorkReview.ReviewedChanges changes(String tip) throws SyncException, InterruptedException {
        WorkReview.ReviewedChanges reviewed = review.judge(capture, tip, LIMITS);
        if (!reviewed.complete()) {
            throw SyncFaults.refused(
                    "more than " + MOST + " changed files: too many to review", "Add build output to .gitignore.");
        }
        return reviewed;
    }

    // The files that change, on a branch with those that the user had not committed.
    private int files(AcceptSync request, String commit) throws SyncException, InterruptedException {
        boolean branch = Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH) == SyncTarget.BRANCH;
        TreeDiff.Changes changes = TreeDiff.changes(repository.untrusted(), deadline, capture, commit, LIMITS);
        List<FileChange> changed = changes.all().stream()
                .map(each -> WorkReview.shown(new WorkReview.ReviewedChange(each, TreeDiff.Lines.UNKNOWN, null)))
                .toList();
        int own = branch ? review.own(note.head(), commit, changed).files().size() : 0;
        return changed.size() + own;
    }

    // Content that the user allowed stays allowed while it is identical: another sync must not silently remove
    // it from the branch.
    private Set<GitPath> allowedBefore(List<WorkReview.ReviewedChange> changes)
            throws SyncException, InterruptedException {
        Optional<String> accepted = repository.ref(RefNames.accepted(sandbox));
        if (accepted.isEmpty()) {
            return Set.of();
        }
        Set<RawChange> brought =
                new HashSet<>(TreeDiff.changes(repository.untrusted(), deadline, capture, accepted.get(), LIMITS)
                        .all());
        return changes.stream()
                .map(WorkReview.ReviewedChange::change)
                .filter(brought::contains)
                .map(RawChange::path)
                .collect(Collectors.toSet());
    }
}
