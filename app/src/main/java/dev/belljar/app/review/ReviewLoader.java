package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.review.ReviewQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Loads the review with the chosen base; a later request replaces the one before.
final class ReviewLoader {
    private final Actions actions;
    private final String sandbox;
    private final ReviewModel model;
    private final Consumer<ReviewQueue> done;
    private final Consumer<Problem> failed;
    private @Nullable UiTask<ReviewQueue> asking;

    ReviewLoader(
            Actions actions, String sandbox, ReviewModel model, Consumer<ReviewQueue> done, Consumer<Problem> failed) {
        this.actions = actions;
        this.sandbox = sandbox;
        this.model = model;
        this.done = done;
        this.failed = failed;
    }

    void load() {
        close();
        asking = actions.sync()
                .review(sandbox, model.base())
                .done(queue -> {
                    asking = null;
                    done.accept(queue);
                })
                .failed(problem -> {
                    asking = null;
                    failed.accept(problem);
                })
                .begin();
    }

    /// True while the review is being loaded.
    boolean loads() {
        return asking != null;
    }

    /// Gives up what is being loaded.
    void close() {
        UiTask<ReviewQueue> old = asking;
        asking = null;
        if (old != null) {
            old.cancel();
        }
    }
}
