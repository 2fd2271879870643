package dev.belljar.app.review.decision;

import java.util.List;

/// How many hunks of a review are decided. `safe` counts the hunks without a decision in files that could not run on
/// the host, `safeFiles` these files.
public record ReviewProgress(int hunks, int accepted, int skipped, int synced, int safe, int safeFiles) {
    public static final ReviewProgress NONE = new ReviewProgress(0, 0, 0, 0, 0, 0);

    public static ReviewProgress of(List<ReviewedFile> files) {
        ProgressCounter counter = new ProgressCounter();
        files.forEach(counter::add);
        return counter.progress();
    }

    public int decided() {
        return accepted + skipped + synced;
    }

    /// The number of hunks that a sync includes.
    public int included() {
        return accepted + synced;
    }

    public boolean complete() {
        return decided() == hunks;
    }
}
