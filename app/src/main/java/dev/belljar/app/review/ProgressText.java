package dev.belljar.app.review;

import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.text.Texts;

/// Says how much of a review is decided, in hunks or, until these are counted, in files.
final class ProgressText {
    private static final Texts TEXTS = Texts.of(ProgressText.class);

    private ProgressText() {}

    /// A number of what the progress counts, such as `3 hunks`.
    static String parts(ReviewProgress progress, int count) {
        return TEXTS.get(progress.counted() ? "part.hunks" : "part.files", count);
    }

    /// What is decided, such as `2 of 3 hunks`.
    static String decided(ReviewProgress progress) {
        return TEXTS.get("part.decided", progress.decided(), parts(progress, progress.all()));
    }

    /// The same as short as possible: hunks need no name.
    static String shortly(ReviewProgress progress) {
        return progress.counted() ? TEXTS.get("part.decided", progress.decided(), progress.all()) : decided(progress);
    }
}
