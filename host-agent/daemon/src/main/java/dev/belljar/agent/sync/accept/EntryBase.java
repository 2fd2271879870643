package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import java.util.Objects;

/// What the entries of a review are compared with.
///
/// `capture` has the user's own files: a file with the content that it has there cannot be a risk. The entries are the
/// commits that `commit` does not contain. That is the capture, too, or with `other` the work of a snapshot or
/// another sandbox, which nobody may have reviewed: then only the changes since that work come to the project, and
/// none of its commits. `synced` is what earlier syncs brought to the project; it is left out of the review, and is
/// part of what is accepted.
public record EntryBase(String capture, String commit, boolean other, SyncedWork synced) {
    /// Commits that a review lists at most.
    public static final int MOST_COMMITS = ReviewEntries.MOST;

    /// The base of a stored review.
    public static EntryBase of(HostRepository repository, ReviewedBase base)
            throws SyncException, InterruptedException {
        return switch (base.kind()) {
            case START, BRANCH -> new EntryBase(base.commit(), base.commit(), false, SyncedWork.NONE);
            case SYNCED ->
                new EntryBase(base.capture(), base.capture(), false, SyncedWork.of(repository, base.commit()));
            case OTHER -> new EntryBase(base.capture(), base.commit(), true, SyncedWork.NONE);
        };
    }

    /// A commit like a capture, of a user's commit that this branch has, with the files that the user had not
    /// committed at the capture.
    public static String ofBranch(HostRepository repository, String capture, String commit, String branch)
            throws SyncException, InterruptedException {
        OwnFiles own = new OwnFiles(
                repository, capture, WorkBase.note(repository, capture).head());
        return WorkBase.of(repository, own.over(repository.tree(commit)), commit, branch);
    }

    /// The request with the commits as they can be accepted: onto a branch, those since a snapshot can only be
    /// rebased.
    AcceptSync accepted(AcceptSync request) throws SyncException {
        boolean branch = Objects.requireNonNullElse(request.target(), SyncTarget.BRANCH) == SyncTarget.BRANCH;
        if (!other || !branch) {
            return request;
        }
        CommitHistory history = Objects.requireNonNullElse(request.history(), CommitHistory.REBASE);
        if (history != CommitHistory.REBASE) {
            throw SyncFaults.refused(
                    "with a snapshot or another sandbox as the base, commits can only be rebased: the branch would"
                            + " otherwise contain the changes before the base, which are not part of this review",
                    "Rebase the commits (`--history rebase`), sync to a patch (`--onto patch`) or to the working tree"
                            + " (`--onto worktree`), or compare with the project when the sandbox was created"
                            + " (`--base start`).");
        }
        return new AcceptSync(
                request.commit(),
                request.allowed(),
                request.skipped(),
                request.target(),
                request.branch(),
                history,
                request.stash(),
                request.resolutions(),
                request.base());
    }
}
