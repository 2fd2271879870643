package dev.belljar.app.review;

import static dev.belljar.app.review.SampleReviews.commit;
import static dev.belljar.app.review.SampleReviews.file;
import static dev.belljar.app.review.SampleReviews.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.ReviewContentModel.ReviewContent;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the screen of changes shows, and when the queue is read again.
class ReviewContentModelTest {
    private static final Problem PROBLEM = Problem.of(ProblemCode.INTERNAL, "error", "no answer", null);

    private final ReviewContentModel content = new ReviewContentModel();
    private final ReviewModel model = new ReviewModel();

    @Test
    void theContentFollowsWhatIsKnown() {
        assertThat(content.content(model)).isEqualTo(ReviewContent.LOADING);
        content.failed(PROBLEM);
        assertThat(content.content(model)).isEqualTo(ReviewContent.FAILED);
        assertThat(content.problem()).contains(PROBLEM);
        content.again();
        assertThat(content.content(model)).isEqualTo(ReviewContent.LOADING);
        content.failed(PROBLEM);
        take(queue("base"));
        assertThat(content.content(model)).isEqualTo(ReviewContent.NONE);
        content.show(work("base", List.of(file("/etc/hosts")), 0));
        assertThat(content.content(model)).isEqualTo(ReviewContent.OTHERS);
        assertThat(content.othersTitle()).isEqualTo("No changes in your project");
        content.show(work("base", List.of(), 3));
        assertThat(content.content(model)).isEqualTo(ReviewContent.OTHERS);
        assertThat(content.othersTitle()).isEqualTo("No other changes in your project");
        take(queue("tip", commit("c1", file("a.c"))));
        assertThat(content.content(model)).isEqualTo(ReviewContent.FILES);
        take(queue("tip", commit("c1")));
        assertThat(content.content(model)).as("a commit without files").isEqualTo(ReviewContent.FILES);
    }

    @Test
    void theQueueIsReadAtFirstAndWhenTheWorkIsAnotherCommit() {
        assertThat(content.show(WorkState.UNKNOWN)).as("at first").isTrue();
        take(queue("tip"));
        assertThat(content.show(work("tip", List.of(), 0)))
                .as("the same commit")
                .isFalse();
        assertThat(content.show(work("tip2", List.of(), 0)))
                .as("another commit")
                .isTrue();
        assertThat(content.show(work("tip2", List.of(), 0))).as("asked already").isFalse();
        assertThat(content.show(work("tip2", List.of(), 0).failed(PROBLEM)))
                .as("a failed request of the work")
                .isFalse();
    }

    @Test
    void aFileThatIsLookedForIsOpenedOnceTheQueueIsKnown() {
        content.seek("b.c");
        assertThat(content.sought(model.files())).isEmpty();
        take(queue("tip", commit("c1", file("a.c"), file("b.c"))));
        assertThat(content.sought(model.files()).map(ReviewedFile::path)).contains("b.c");
        assertThat(content.sought(model.files())).as("only once").isEmpty();
    }

    private void take(ReviewQueue queue) {
        content.known(queue);
        model.show(queue, 0);
    }

    private static WorkState work(String commit, List<FileChange> outside, int left) {
        FileDiff diff = new FileDiff("base", commit, List.of(), outside, true, List.of(), left);
        return new WorkState(plan(commit, diff), diff, null, false);
    }

    private static SyncPlan plan(String commit, FileDiff diff) {
        return new SyncPlan(commit, "base", "belljar/shop", List.of(), 0, diff, diff, false);
    }
}
