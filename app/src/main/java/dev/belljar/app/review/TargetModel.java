package dev.belljar.app.review;

import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a sync goes and what it sends: the accepted hunks, and everything else as skipped.
final class TargetModel {
    private static final Texts TEXTS = Texts.of(TargetModel.class);

    private final ReviewModel review;
    private SyncTarget target = SyncTarget.BRANCH;
    private @Nullable CommitHistory history;
    private String branch = "";
    private String patch = "";
    private boolean replacing;
    private boolean stash;

    TargetModel(ReviewModel review) {
        this.review = review;
    }

    SyncTarget target() {
        return target;
    }

    void target(SyncTarget next) {
        target = next;
    }

    /// What becomes of the commits; null keeps them where that is possible, and makes one of them otherwise.
    @Nullable
    CommitHistory history() {
        return history;
    }

    void history(@Nullable CommitHistory next) {
        history = next;
    }

    /// The name of the branch: the one that was typed, else the sandbox's.
    String branch() {
        return branch.isBlank() ? review.queue().map(ReviewQueue::target).orElse("") : branch.strip();
    }

    void branch(String words) {
        branch = words;
    }

    /// The file for the patch: the one that was typed, else one in the home folder named after the branch.
    Path patch(Path home) {
        String name = branch().substring(branch().lastIndexOf('/') + 1);
        String words = patch.isBlank() ? "~/" + (name.isEmpty() ? "belljar" : name) + ".patch" : patch.strip();
        return words.startsWith("~/") ? home.resolve(words.substring(2)) : Path.of(words);
    }

    /// The words of the patch's field.
    String patchWords() {
        return patch;
    }

    /// Sets the file for the patch; a file that was chosen in the file chooser, which asks, is replaced.
    void patch(String words, boolean chosen) {
        patch = words;
        replacing = chosen;
    }

    /// True if a file with the same name is replaced.
    boolean replacing() {
        return replacing;
    }

    boolean stash() {
        return stash;
    }

    void stash(boolean next) {
        stash = next;
    }

    /// True if the selection is complete, so that a sync can leave hunks out.
    boolean selectable() {
        return review.queue().map(ReviewQueue::complete).orElse(true);
    }

    /// True if there is something to sync.
    boolean ready() {
        return review.queue().isPresent()
                && (!selectable() || commitsOnly() || review.progress().included() > 0);
    }

    // True if there are only commits without files, about which nothing can be decided.
    private boolean commitsOnly() {
        return review.all().isEmpty() && !review.entries().isEmpty();
    }

    /// The text of the button.
    String action() {
        return selectable() && !commitsOnly()
                ? TEXTS.get(
                        "target.sync",
                        ProgressText.parts(review.progress(), review.progress().included()))
                : TEXTS.get("target.sync.everything");
    }

    /// What happens to the user's project.
    String consequence(String project) {
        return switch (target) {
            case BRANCH -> TEXTS.get("target.branch.note");
            case PATCH -> TEXTS.get("target.patch.note");
            case WORKTREE -> TEXTS.get("target.worktree.note", FigureFormat.home(project));
        };
    }

    /// The request: bound to the reviewed commit and its base, with everything that was not accepted as skipped.
    AcceptSync request() {
        ReviewQueue queue = review.queue().orElseThrow();
        Set<String> allowed = new LinkedHashSet<>();
        review.all().stream()
                .filter(file -> file.risky() && file.included() > 0)
                .forEach(file -> allowed.add(file.path()));
        List<SkippedChange> skipped = review.all().stream()
                // A file that could run on the host and is not allowed is left out in any case.
                .filter(file -> !file.risky() || allowed.contains(file.path()))
                .map(ReviewedFile::skipped)
                .filter(Objects::nonNull)
                .toList();
        return new AcceptSync(
                        queue.commit(),
                        List.copyOf(allowed),
                        selectable() ? skipped : List.of(),
                        target,
                        target == SyncTarget.BRANCH ? branch() : null,
                        history,
                        target == SyncTarget.WORKTREE && stash)
                .against(queue.base());
    }

    /// What a sync did, and what it left out.
    String result(SyncResult result, String place) {
        ReviewProgress progress = review.progress();
        String done = progress.counted()
                ? TEXTS.get("result.done", progress.included(), result.files(), place)
                : TEXTS.get("result.done.files", result.files(), place);
        String left = TEXTS.get(progress.counted() ? "result.left" : "result.left.files", progress.left());
        String rest = selectable() && progress.left() > 0 ? " " + left : "";
        String risky = result.withheld().isEmpty()
                ? ""
                : " " + TEXTS.get("result.withheld", result.withheld().size());
        return done + rest + risky;
    }
}
