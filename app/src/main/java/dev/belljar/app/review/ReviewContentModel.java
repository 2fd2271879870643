package dev.belljar.app.review;

import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.Texts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the screen shows: the queue, or why there is none, and when it must be read again.
final class ReviewContentModel {
    private static final Texts TEXTS = Texts.of(ReviewContentModel.class);

    /// What the screen shows.
    enum ReviewContent {
        /// The work was requested.
        LOADING,
        FAILED,
        NONE,
        /// Nothing changed since the base, which is not the start of the sandbox.
        NOTHING_SINCE,
        /// All changes are outside the project or were not fetched, so there is nothing to review.
        OTHERS,
        FILES
    }

    private WorkState work = WorkState.UNKNOWN;
    private @Nullable ReviewQueue queue;
    private @Nullable Problem problem;
    private @Nullable String asked;
    private @Nullable String sought;
    private boolean first = true;

    /// Takes newer work; true if the queue must be read: at first, and after the work became another commit.
    boolean show(WorkState next) {
        work = next;
        String commit = next.plan() == null ? null : next.plan().commit();
        boolean other = first || (commit != null && !commit.equals(asked) && !known(commit));
        first = false;
        if (commit != null) {
            asked = commit;
        }
        return other;
    }

    private boolean known(String commit) {
        return queue != null && queue.commit().equals(commit);
    }

    /// Takes the queue.
    void known(ReviewQueue next) {
        queue = next;
        problem = null;
    }

    /// The queue could not be read.
    void failed(Problem why) {
        problem = why;
    }

    /// Another queue is being read.
    void again() {
        problem = null;
    }

    /// Why there is no queue, if it could not be read.
    Optional<Problem> problem() {
        return Optional.ofNullable(problem);
    }

    ReviewContent content(ReviewModel model) {
        ReviewQueue now = model.queue().orElse(null);
        if (now == null) {
            return problem == null ? ReviewContent.LOADING : ReviewContent.FAILED;
        }
        if (!model.entries().isEmpty() || !now.own().files().isEmpty()) {
            return ReviewContent.FILES;
        }
        FileDiff diff = work.diff();
        SyncPlan plan = work.plan();
        boolean start = model.base().equals(ReviewBase.START)
                || (plan == null
                        ? model.base().equals(ReviewBase.LAST_SYNC)
                        : now.base().equals(plan.base()));
        if (!start) {
            return ReviewContent.NOTHING_SINCE;
        }
        return diff == null || (diff.system().isEmpty() && diff.left() == 0)
                ? ReviewContent.NONE
                : ReviewContent.OTHERS;
    }

    /// The title while there is nothing to review.
    String othersTitle() {
        FileDiff diff = work.diff();
        return TEXTS.get(diff != null && diff.left() > 0 ? "review.outside.title.skipped" : "review.outside.title");
    }

    /// Looks for a file when the queue is known.
    void seek(String path) {
        sought = path;
    }

    /// The file that was looked for, once.
    Optional<ReviewedFile> sought(List<ReviewedFile> files) {
        Optional<ReviewedFile> found = files.stream()
                .filter(file -> Objects.equals(file.path(), sought))
                .findFirst();
        if (found.isPresent()) {
            sought = null;
        }
        return found;
    }
}
