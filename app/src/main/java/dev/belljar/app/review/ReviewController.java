package dev.belljar.app.review;

import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ConfirmDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.view.review.ReviewEntry;
import java.util.List;
import org.kordamp.ikonli.feather.Feather;

/// What the user does in the review by mouse and keyboard: decides about hunks, and moves between them.
final class ReviewController {
    private static final Texts TEXTS = Texts.of(ReviewController.class);

    private final ReviewModel model;
    private final UiContext context;
    private final Runnable changed;

    /// `changed` runs after each decision and each move.
    ReviewController(ReviewModel model, UiContext context, Runnable changed) {
        this.model = model;
        this.context = context;
        this.changed = changed;
    }

    /// Goes to a hunk.
    void open(ReviewedFile file, int hunk) {
        model.open(file, hunk);
        changed.run();
    }

    void step(int by) {
        model.step(by);
        changed.run();
    }

    void stepFile(int by) {
        model.stepFile(by);
        changed.run();
    }

    /// Accepts the current hunk; for a file that could run on the host, asks about the whole file.
    void accept() {
        model.spot().ifPresent(spot -> accept(spot.file(), spot.hunk()));
    }

    void skip() {
        model.spot().ifPresent(spot -> skip(spot.file(), spot.hunk()));
    }

    /// Accepts this hunk.
    void accept(ReviewedFile file, int hunk) {
        if (file.risky()) {
            include(file);
            return;
        }
        model.open(file, hunk);
        model.decide(HunkDecision.ACCEPTED);
        changed.run();
    }

    /// Skips this hunk.
    void skip(ReviewedFile file, int hunk) {
        model.open(file, hunk);
        model.decide(HunkDecision.SKIPPED);
        changed.run();
    }

    /// Makes this hunk undecided again.
    void reopen(ReviewedFile file, int hunk) {
        model.open(file, hunk);
        model.decide(file, hunk, HunkDecision.OPEN);
        changed.run();
    }

    void acceptFile() {
        model.spot().map(ReviewSpot::file).ifPresent(this::acceptFile);
    }

    /// Accepts a file; asks first if it could run on the host.
    void acceptFile(ReviewedFile file) {
        if (file.risky()) {
            include(file);
        } else {
            decideFile(file, HunkDecision.ACCEPTED);
        }
    }

    void skipFile() {
        model.spot().map(ReviewSpot::file).ifPresent(file -> decideFile(file, HunkDecision.SKIPPED));
    }

    /// Decides about a file, and goes on behind it.
    void decideFile(ReviewedFile file, HunkDecision decision) {
        model.open(file, 0);
        model.decideFile(file, decision);
        if (decision != HunkDecision.OPEN) {
            model.next();
        }
        changed.run();
    }

    /// Decides about a commit, without its files that could run on the host.
    void decideEntry(ReviewEntry entry, HunkDecision decision) {
        model.decideEntry(entry, decision);
        changed.run();
    }

    void undo() {
        if (!model.undo()) {
            context.overlay().say(Feather.CORNER_UP_LEFT, TEXTS.get("undo.nothing"), "muted");
        }
        changed.run();
    }

    /// Includes a file that could run on the host, after asking. A file that was not read yet is opened instead.
    void include(ReviewedFile file) {
        if (!file.read()) {
            open(file, 0);
            return;
        }
        String path = FigureFormat.printable(file.path());
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("include.title", ReviewPaths.name(path)),
                        TEXTS.get(
                                "include.text",
                                path,
                                String.valueOf(file.change().risk())),
                        TEXTS.get("include.keep"),
                        TEXTS.get("include.act"),
                        () -> {
                            if (model.files().contains(file)) {
                                decideFile(file, HunkDecision.ACCEPTED);
                            } else {
                                changedMeanwhile();
                            }
                        }));
    }

    private void changedMeanwhile() {
        context.overlay().say(Feather.ALERT_TRIANGLE, TEXTS.get("review.changed"), "warn");
    }

    /// Accepts everything that could not run on the host, after asking.
    void acceptSafe() {
        ReviewProgress progress = model.progress();
        // What is fetched while the question is open is not meant.
        List<ReviewedFile> asked = model.safe();
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get(progress.counted() ? "safe.title" : "safe.title.files", progress.safe()),
                        TEXTS.get(
                                "safe.text", progress.safeFiles(), model.risky().size()),
                        TEXTS.get("include.keep"),
                        TEXTS.get("safe.act", progress.safe()),
                        () -> {
                            model.acceptAll(asked);
                            changed.run();
                        }));
    }
}
