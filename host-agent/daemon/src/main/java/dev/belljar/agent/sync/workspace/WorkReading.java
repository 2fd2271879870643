package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.EntryBase;
import dev.belljar.agent.sync.accept.ReviewList;
import dev.belljar.agent.sync.accept.WorkReview;
import dev.belljar.agent.sync.capture.CaptureSummary;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.quarantine.OversizedFiles;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.List;
import java.util.stream.Stream;

/// Reads the parts of fetched work that are shown: its differences, its review, and the contents of one path.
final class WorkReading {
    private WorkReading() {}

    /// The differences between a capture and fetched work, without files that were too large to fetch.
    static FileDiff diff(WorkReview review, String base, WorkFetcher.Fetched fetched)
            throws SyncException, InterruptedException {
        OversizedFiles oversized = fetched.oversized();
        return review.diff(base, fetched.tip()).without(oversized.some(), oversized.all());
    }

    /// Both sides of one path of two commits.
    static FileContents contents(HostRepository repository, String base, String tip, String path)
            throws SyncException, InterruptedException {
        GitPath requested = GitPath.parse(path);
        BlobContents blobs = new BlobContents(repository.untrusted());
        BlobContents.TreeEntry before = blobs.entry(base, requested).orElse(null);
        BlobContents.TreeEntry after = blobs.entry(tip, requested).orElse(null);
        if (before == null && after == null) {
            throw SyncFaults.refused(
                    "path " + requested.brief() + " exists neither before nor after the changes",
                    "Use a path as listed by `belljar diff`.");
        }
        return blobs.contents(requested.shown(), before, after);
    }

    /// What a review lists: its entries, and the user's own files. It depends only on the commits of its plan.
    record ListedWork(ReviewList entries, FileDiff own) {
        /// All files that are listed.
        Stream<FileChange> files() {
            return Stream.concat(
                    entries.entries().stream().flatMap(entry -> entry.files().stream()), own.files().stream());
        }
    }

    static ListedWork list(HostRepository repository, OperationDeadline deadline, ReviewedPlans.ReviewedPlan plan)
            throws SyncException, InterruptedException {
        EntryBase base = EntryBase.of(repository, plan.base());
        String tip = plan.tip();
        WorkReview review = new WorkReview(repository, deadline);
        ReviewList entries = ReviewList.of(repository, deadline, base, tip);
        // Only a sync of everything brings the user's own files along.
        FileDiff own = base.other()
                ? new FileDiff(base.commit(), tip, List.of(), List.of(), true)
                : review.own(WorkBase.note(repository, base.capture()).head(), tip, entries.paths());
        return new ListedWork(entries, own);
    }

    /// The work of a review, which was fetched at this time in milliseconds since the epoch.
    static ReviewQueue queue(
            HostRepository repository,
            String sandbox,
            String branch,
            ReviewedPlans.ReviewedPlan plan,
            long fetched,
            ListedWork listed)
            throws SyncException, InterruptedException {
        EntryBase base = EntryBase.of(repository, plan.base());
        String tip = plan.tip();
        ReviewList entries = listed.entries();
        // An older version recorded no more of a sync than its work; otherwise, the entries say what is left.
        boolean taken =
                !base.other() && repository.ref(RefNames.synced(sandbox)).isEmpty() && taken(repository, sandbox, tip);
        return new ReviewQueue(
                tip,
                plan.base().commit(),
                branch,
                fetched,
                entries.entries(),
                listed.own(),
                entries.complete(),
                taken || entries.entries().isEmpty());
    }

    private static boolean taken(HostRepository repository, String sandbox, String tip)
            throws SyncException, InterruptedException {
        return repository.ref(RefNames.accepted(sandbox)).map(tip::equals).orElse(false)
                || repository.ref(RefNames.applied(sandbox)).map(tip::equals).orElse(false);
    }

    /// The review of fetched work compared with a base: what a sync would put on a branch of the project.
    static SyncPlan plan(
            HostRepository repository,
            WorkReview review,
            String sandbox,
            String branch,
            String base,
            WorkFetcher.Fetched fetched)
            throws SyncException, InterruptedException {
        String tip = fetched.tip();
        String head = fetched.head();
        List<WorkCommit> commits = review.commits(base, head);
        boolean unchanged = repository.tree(base).equals(repository.tree(tip)) && commits.isEmpty();
        boolean taken = taken(repository, sandbox, tip);
        int uncommitted = head == null
                ? CaptureSummary.of(repository.untrusted(), tip, null).files()
                : CaptureSummary.changed(repository.untrusted(), tip + "^{tree}", head);
        FileDiff diff = diff(review, base, fetched);
        FileDiff own = review.own(WorkBase.note(repository, base).head(), tip, diff.files());
        return new SyncPlan(tip, base, branch, commits, uncommitted, diff, own, unchanged || taken);
    }
}
