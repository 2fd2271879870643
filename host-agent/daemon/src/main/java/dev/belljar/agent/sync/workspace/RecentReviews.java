package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.accept.EntryHunks;
import dev.belljar.agent.sync.accept.EntryHunks.ChangedEntry;
import dev.belljar.agent.sync.accept.WorkReview;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RecentResults;
import dev.belljar.contract.view.work.FileChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// The reviews that were read last, so that a review that is opened again, and each file in it, is shown without
/// judging and comparing all its files again. Together, they are at most as large as one largest review.
final class RecentReviews {
    /// The largest review: bytes of its paths, and those of its objects.
    private static final int MOST = EntryHunks.CHANGE_BYTES * WorkReview.FILES + (8 << 20);

    /// A review that took longer may lack the counts of lines, for which there was no time.
    private static final long QUICK_NANOS = Duration.ofSeconds(10).toNanos();

    private final RecentResults<ListedReview, WorkReading.ListedWork> lists = new RecentResults<>(MOST);
    private final RecentResults<ChangedEntry, Map<GitPath, RawChange>> changes = new RecentResults<>(MOST);

    /// All that the list of a review depends on: its commits, which never change.
    private record ListedReview(Path repository, String tip, ReviewedBase base) {}

    /// What this review lists.
    WorkReading.ListedWork listed(
            HostRepository repository, OperationDeadline deadline, ReviewedPlans.ReviewedPlan plan)
            throws SyncException, InterruptedException {
        ListedReview key = new ListedReview(repository.path(), plan.tip(), plan.base());
        WorkReading.ListedWork known = lists.get(key).orElse(null);
        if (known != null) {
            return known;
        }
        long begun = System.nanoTime();
        WorkReading.ListedWork listed = WorkReading.list(repository, deadline, plan);
        if (System.nanoTime() - begun < QUICK_NANOS) {
            lists.put(key, listed, listed.files().mapToInt(RecentReviews::size).sum());
        }
        return listed;
    }

    private static int size(FileChange file) {
        String from = file.from();
        String risk = file.risk();
        return EntryHunks.CHANGE_BYTES
                + file.path().length()
                + (from == null ? 0 : from.length())
                + (risk == null ? 0 : risk.length());
    }

    /// The changes of the entries whose hunks were read last.
    RecentResults<ChangedEntry, Map<GitPath, RawChange>> changes() {
        return changes;
    }
}
