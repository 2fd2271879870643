package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import java.util.Objects;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.repository.HostRepository;

/// What the entries of a review are compared with.
///
/// `id` stands for the base in a review and in the request to accept it. `capture` has the user's own files: a file with
/// the content that it has there cannot be a risk. The entries are the commits that `commit` does not contain. That is
/// the capture, too, or with `other` the work of a snapshot or another sandbox, which nobody may have reviewed: then only
/// the changes since that work come to the project, and none of its commits. `synced` is what earlier syncs brought to
/// the project; it is left out of the review, and is part of what is accepted.
public record EntryBase(String id, String capture, String commit, boolean other, SyncedWork synced) {
    /// A capture as the base.
    public static EntryBase start(String capture) {
        return new EntryBase(capture, capture, capture, false, SyncedWork.NONE);
    }

    /// A user's commit as the base, with the files that the user had not committed at the capture.
    public static EntryBase branch(HostRepository repository, String capture, String commit)
            throws SyncException, InterruptedException {
        OwnFiles own = new OwnFiles(
                repository, capture, WorkBase.note(repository, capture).head());
        return start(WorkBase.of(repository, own.over(repository.tree(commit)), commit));
    }

    /// The work of a snapshot or another sandbox as the base.
    public static EntryBase other(String capture, String work) {
        return new EntryBase(work, capture, work, true, SyncedWork.NONE);
    }

    /// What was synced as the base.
    public static EntryBase synced(String capture, SyncedWork synced) {
        String record = synced.record();
        return record == null ? start(capture) : new EntryBase(record, capture, capture, false, synced);
    }

    /// The request with the commits as they can be accepted: onto a branch, those since a snapshot can only be rebased.
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
                    "Rebase the commits (`--history rebase`), sync to a patch or to the working tree, or compare with the"
                            + " start of the sandbox.");
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
