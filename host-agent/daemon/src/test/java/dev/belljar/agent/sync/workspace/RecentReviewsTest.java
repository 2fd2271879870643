package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a review is listed once, and again after its work or its base became another one.
@Tag("slow")
class RecentReviewsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture inside;

    @SuppressWarnings("NullAway.Init")
    private ReviewFixture reviews;

    private final RecentReviews recent = new RecentReviews();

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        inside = sync.inside();
        reviews = new ReviewFixture(sync, project.folder());
        inside.write("first", "1\n").commit("First");
    }

    private WorkReading.ListedWork listed(ReviewQueue queue) throws Exception {
        HostRepository repository =
                new HostRepository(sync.workspace().repository(project.folder()), ConfinementLauncher.here());
        ReviewedPlans.ReviewedPlan plan =
                new ReviewedPlans(repository, SyncFixture.ID).get(queue.commit(), queue.base());
        return recent.listed(repository, OperationDeadline.in(Duration.ofMinutes(1)), plan);
    }

    @Test
    void theSameReviewIsListedOnce() throws Exception {
        ReviewQueue queue = reviews.review(ComparisonBase.START);
        WorkReading.ListedWork once = listed(queue);
        assertThat(once.entries().entries()).isEqualTo(queue.entries());
        assertThat(listed(reviews.review(ComparisonBase.START))).isSameAs(once);
        inside.write("second", "2\n").commit("Second");
        assertThat(listed(reviews.review(ComparisonBase.START)).files()).hasSize(2);
    }

    @Test
    void whatWasSyncedIsNotListedAgain() throws Exception {
        ReviewQueue before = reviews.review(ComparisonBase.LAST_SYNC);
        assertThat(listed(before).files()).hasSize(1);
        var _ = reviews.accept(before, SyncTarget.WORKTREE, null);
        ReviewQueue after = reviews.review(ComparisonBase.LAST_SYNC);
        assertThat(after.entries()).isEmpty();
        assertThat(listed(after).files()).isEmpty();
        assertThat(after.upToDate()).isTrue();
        assertThat(before.upToDate()).isFalse();
    }

    @Test
    void hunksOfAFileThatWasReadBeforeAreRefusedOnceTheReviewIsGone() throws Exception {
        ReviewQueue queue = reviews.review(ComparisonBase.START);
        assertThat(reviews.hunks(queue, queue.entries().getFirst(), "first").after())
                .isEqualTo("1\n");
        assertThat(reviews.hunks(queue, queue.entries().getFirst(), "first").hunks())
                .hasSize(1);
        assertThatThrownBy(() -> reviews.hunks(queue, queue.entries().getFirst(), "other"))
                .hasMessageContaining("path other is not changed in this entry");
        HostRepository repository =
                new HostRepository(sync.workspace().repository(project.folder()), ConfinementLauncher.here());
        for (String ref : repository
                .git()
                .line("for-each-ref", "--format=%(refname)", "refs/")
                .split("\n")) {
            if (ref.endsWith("/tip")) {
                repository.git().line("update-ref", "-d", ref);
            }
        }
        assertThatThrownBy(() -> reviews.hunks(queue, queue.entries().getFirst(), "first"))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.MOVED_ON));
    }
}
