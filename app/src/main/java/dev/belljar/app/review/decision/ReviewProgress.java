package dev.belljar.app.review.decision;

import java.util.List;

/// How many hunks of a review are decided. `safe` counts the hunks without a decision in files that could not run on
/// the host, `safeFiles` these files.
public record ReviewProgress(int hunks, int accepted, int skipped, int synced, int safe, int safeFiles) {
    public static ReviewProgress of(List<ReviewedFile> files) {
        int hunks = 0;
        int accepted = 0;
        int skipped = 0;
        int synced = 0;
        int safe = 0;
        int safeFiles = 0;
        for (ReviewedFile file : files) {
            int open = file.count(HunkDecision.OPEN);
            hunks += file.hunks();
            accepted += file.count(HunkDecision.ACCEPTED);
            skipped += file.count(HunkDecision.SKIPPED);
            synced += file.count(HunkDecision.SYNCED);
            if (!file.risky() && open > 0) {
                safe += open;
                safeFiles++;
            }
        }
        return new ReviewProgress(hunks, accepted, skipped, synced, safe, safeFiles);
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
