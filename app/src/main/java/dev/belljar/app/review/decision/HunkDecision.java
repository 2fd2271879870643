package dev.belljar.app.review.decision;

/// What the user decided about a hunk.
public enum HunkDecision {
    OPEN,
    ACCEPTED,
    SKIPPED,
    /// Accepted, and part of a sync since.
    SYNCED;

    /// True if a sync includes the hunk.
    public boolean included() {
        return this == ACCEPTED || this == SYNCED;
    }

    public boolean decided() {
        return this != OPEN;
    }
}
