package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the commits of a sync for its target, from what is accepted.
final class AcceptedCommits {
    private final ReviewedTip reviewed;
    private final ChangeSelection selection;
    private final Set<GitPath> allowed;
    private final CommitRange range;
    private final SquashedWork squashed;
    private final DiskReserve reserve;

    AcceptedCommits(
            ReviewedTip reviewed,
            ChangeSelection selection,
            Set<GitPath> allowed,
            CommitRange range,
            SquashedWork squashed,
            DiskReserve reserve) {
        this.reviewed = reviewed;
        this.selection = selection;
        this.allowed = Set.copyOf(allowed);
        this.range = range;
        this.squashed = squashed;
        this.reserve = reserve;
    }

    /// The reviewed work: its tip, entries and changes, those that are withheld, and whether the machine's own
    /// commits can be used unchanged. `from` is the commit from which the accepted changes begin: the capture,
    /// unless the work was compared with something else.
    record ReviewedTip(
            String tip,
            ReviewEntries entries,
            WorkReview.ReviewedChanges changes,
            List<RawChange> withheld,
            boolean whole,
            String from) {
        ReviewedTip {
            withheld = List.copyOf(withheld);
        }
    }

    /// The commit for the target, and the patch in base64 if that is the target.
    record AcceptedCommit(String commit, @Nullable String patch) {}

    /// Makes the commits.
    ///
    /// @throws SyncException `sync.refused` when the selection cannot be made into commits
    AcceptedCommit accept(Path project, AcceptSync request) throws SyncException, InterruptedException {
        CommitHistory history = request.history();
        boolean listed = reviewed.entries().complete();
        if (!listed && !selection.skipsNothing()) {
            throw SyncFaults.refused(
                    "there are more than %d commits or %d files: too many to accept or skip one by one"
                            .formatted(ReviewEntries.MOST, WorkReview.FILES),
                    "Accept the changes without skipping anything.");
        }
        AcceptedCommit accepted = switch (Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH)) {
            case BRANCH -> new AcceptedCommit(branch(project, history), null);
            case PATCH -> patch(project, history);
            case WORKTREE -> new AcceptedCommit(files(), null);
        };
        boolean nothing = !selection.skipsNothing()
                && repository().tree(accepted.commit()).equals(repository().tree(reviewed.from()));
        if (nothing) {
            throw SyncFaults.refused("nothing is selected: every change is skipped", "Select at least one change.");
        }
        return accepted;
    }

    private HostRepository repository() {
        return range.repository();
    }

    private String branch(Path project, @Nullable CommitHistory history) throws SyncException, InterruptedException {
        if (history == CommitHistory.SQUASH) {
            return one();
        }
        if (history == CommitHistory.REBASE) {
            return rebased(project).tip();
        }
        if (reviewed.whole()) {
            return reviewed.tip();
        }
        boolean must = history == CommitHistory.KEEP || !selection.skipsNothing();
        try {
            return kept();
        } catch (SyncException e) {
            if (must || !e.code().equals(SyncException.REFUSED)) {
                throw e;
            }
            return one();
        }
    }

    // The commits without what was skipped or withheld.
    private String kept() throws SyncException, InterruptedException {
        requireListed();
        try (SelectedWork work = work()) {
            SelectedWork.MadeCommits made = work.make();
            String tree = reviewed.entries().open() ? made.all() : made.committed();
            String head = made.head();
            String tip = head != null && tree.equals(made.committed())
                    ? head
                    : uncommitted().commit(repository(), tree, head == null ? List.of() : List.of(head));
            return checked(tip, List.of());
        }
    }

    private CommitText uncommitted() throws SyncException, InterruptedException {
        CommitText last = CommitText.of(repository(), reviewed.tip());
        return CommitText.own(WorkFetcher.UNCOMMITTED, last.date());
    }

    // One commit of all accepted changes.
    private String one() throws SyncException, InterruptedException {
        if (!reviewed.entries().complete()) {
            return squashed.commit(reviewed.tip(), tipTree(), shown());
        }
        String tree;
        try {
            tree = tree(reviewed.entries().open());
        } catch (SyncException e) {
            // A file that is safe now may build on one that is withheld in an earlier commit.
            boolean must =
                    !selection.skipsNothing() || !reviewed.entries().synced().equals(SyncedParts.NONE);
            if (must || !e.code().equals(SyncException.REFUSED)) {
                throw e;
            }
            tree = tipTree();
        }
        return checked(squashed.commit(reviewed.tip(), tree, shown()), List.of());
    }

    // A commit of the files for the working tree.
    private String files() throws SyncException, InterruptedException {
        String commit = squashed.commit(reviewed.tip(), fileTree(), shown());
        return checked(commit, List.of());
    }

    // The accepted files, with the user's own uncommitted ones.
    private String fileTree() throws SyncException, InterruptedException {
        return reviewed.entries().complete() ? tree(true) : tipTree();
    }

    // The tip's files with the capture's content at the withheld paths. The accepted content of an earlier sync is
    // not known for more entries than are listed.
    private String tipTree() throws SyncException, InterruptedException {
        boolean filtered = !reviewed.changes().refused().isEmpty();
        return squashed.without(reviewed.tip(), reviewed.withheld(), filtered);
    }

    private String tree(boolean own) throws SyncException, InterruptedException {
        requireListed();
        try (SelectedWork work = work()) {
            SelectedWork.MadeCommits made = work.makeTrees();
            return own ? made.all() : made.committed();
        }
    }

    private AcceptedCommit patch(Path project, @Nullable CommitHistory history)
            throws SyncException, InterruptedException {
        PatchText patch = new PatchText(repository(), range.deadline());
        if (history == CommitHistory.REBASE) {
            RebasedWork.RebasedCommits rebased = rebased(project);
            return new AcceptedCommit(rebased.tip(), patch.of(rebased.base(), rebased.commits()));
        }
        if (history == CommitHistory.SQUASH) {
            return single(patch);
        }
        try {
            return mails(patch);
        } catch (SyncException e) {
            boolean must = history == CommitHistory.KEEP || !selection.skipsNothing();
            if (must || !e.code().equals(SyncException.REFUSED)) {
                throw e;
            }
            return single(patch);
        }
    }

    // A patch of all accepted changes in one mail.
    private AcceptedCommit single(PatchText patch) throws SyncException, InterruptedException {
        String commit = files();
        String message = squashed.message(reviewed.tip(), shown());
        SelectedWork.MadeCommit one = new SelectedWork.MadeCommit(
                commit,
                repository().tree(reviewed.from()),
                repository().tree(commit),
                CommitText.own(message, CommitText.of(repository(), commit).date()));
        return new AcceptedCommit(commit, patch.of(reviewed.from(), List.of(one)));
    }

    // A patch with a mail for each commit.
    private AcceptedCommit mails(PatchText patch) throws SyncException, InterruptedException {
        requireListed();
        try (SelectedWork work = work()) {
            SelectedWork.MadeCommits made = work.make();
            String commit = checked(squashed.commit(reviewed.tip(), made.all(), shown()), List.of());
            if (!made.commits().isEmpty()) {
                String _ = checked(made.commits().getLast().id(), List.of());
            }
            return new AcceptedCommit(commit, patch.of(since(made), uncommitted()));
        }
    }

    // Those of the commits that were not synced before.
    private SelectedWork.MadeCommits since(SelectedWork.MadeCommits made) throws SyncException, InterruptedException {
        ReviewEntries entries = reviewed.entries();
        if (entries.synced().equals(SyncedParts.NONE)) {
            return made;
        }
        try (SelectedWork work =
                new SelectedWork(repository(), range.deadline(), entries, ChangeSelection.synced(entries))) {
            SelectedWork.MadeCommits before = work.make();
            int known = before.commits().size();
            boolean begins = before.all().equals(before.withOwn())
                    && known <= made.commits().size()
                    && made.commits().subList(0, known).equals(before.commits());
            if (!begins) {
                throw SyncFaults.refused(
                        "some selected changes are in commits that were already partly synced",
                        "Squash the changes into one commit (`--history squash`), or compare with the project when the"
                                + " sandbox was created (`--base start`).");
            }
            return new SelectedWork.MadeCommits(
                    before.head(),
                    made.commits().subList(known, made.commits().size()),
                    made.committed(),
                    made.withOwn(),
                    made.all());
        }
    }

    private RebasedWork.RebasedCommits rebased(Path project) throws SyncException, InterruptedException {
        requireListed();
        try (SelectedWork work = work()) {
            SelectedWork.MadeCommits made = work.make();
            RebasedWork rebase = new RebasedWork(repository(), range.deadline(), range.capture(), reserve);
            RebasedWork.RebasedCommits rebased =
                    rebase.onto(project, made, reviewed.entries().open(), uncommitted());
            String _ = checked(rebased.tip(), List.of(rebased.base()));
            return rebased;
        }
    }

    private SelectedWork work() {
        return new SelectedWork(repository(), range.deadline(), reviewed.entries(), selection);
    }

    private List<String> shown() {
        return reviewed.withheld().stream().map(each -> each.path().shown()).toList();
    }

    private void requireListed() throws SyncException {
        if (!reviewed.entries().complete()) {
            throw SyncFaults.refused(
                    "there are more than %d commits or %d files: too many to rewrite without the excluded files"
                            .formatted(ReviewEntries.MOST, WorkReview.FILES),
                    "Squash the changes into one commit (`--history squash`), or allow every file (`--allow-all`).");
        }
    }

    // Checks what was made once more: no commit may contain a risky file that was not allowed.
    private String checked(String tip, List<String> besides) throws SyncException, InterruptedException {
        boolean fine = (besides.isEmpty() && reviewed.whole() && tip.equals(reviewed.tip()))
                || range.holdsOnly(tip, besides, allowed);
        if (!fine) {
            throw SyncFaults.refused(
                    "with this selection, the changes would include a file that could run code on this computer and"
                            + " that you did not allow",
                    "Accept or skip the changes of each file as a whole, or allow the files that are marked ▲.");
        }
        return tip;
    }
}
