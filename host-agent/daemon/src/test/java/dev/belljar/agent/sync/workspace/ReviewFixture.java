package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Opens reviews of a sandbox with different bases, and accepts them.
record ReviewFixture(SyncFixture sync, Path project) {
    ReviewQueue review(ComparisonBase base) throws Exception {
        return sync.workspace().review(SyncFixture.ID, "shop", project, sync.guest(), base);
    }

    SyncResult accept(ReviewQueue queue, SyncTarget target, @Nullable CommitHistory history, SkippedChange... skipped)
            throws Exception {
        AcceptSync request = new AcceptSync(queue.commit(), List.of(), List.of(skipped), target, null, history, false)
                .against(queue.base());
        return sync.workspace().accept(SyncFixture.ID, "shop", project, request);
    }

    FileHunks hunks(ReviewQueue queue, ReviewEntry entry, String path) throws Exception {
        ReadHunks request = new ReadHunks(entry.id(), path, queue.commit(), queue.base());
        return sync.workspace().hunks(SyncFixture.ID, project, request);
    }

    String snapshot() throws Exception {
        return sync.workspace()
                .keep(SyncFixture.ID, project, sync.guest(), "snap", Duration.ofMinutes(1))
                .tip();
    }

    static List<String> subjects(ReviewQueue queue) {
        return queue.entries().stream().map(ReviewEntry::subject).toList();
    }

    static SkippedChange skip(ReviewEntry entry, String path, Integer... hunks) {
        return new SkippedChange(entry.id(), path, List.of(hunks));
    }

    static String patch(SyncResult result) {
        return new String(Base64.getDecoder().decode(Objects.requireNonNull(result.patch())), StandardCharsets.UTF_8);
    }
}
