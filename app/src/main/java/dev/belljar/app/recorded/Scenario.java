package dev.belljar.app.recorded;

/// The recorded states of the host and its sandboxes.
public enum Scenario {
    BUSY,
    ASKING,
    MANY_SNAPSHOTS,
    MANY_CHANGES,
    CONFLICTS,
    EMPTY,
    FIRST_RUN,
    BROKEN_IMAGE,
    DOWN;

    /// True if there are sandboxes.
    boolean lively() {
        return this == BUSY || this == ASKING || this == MANY_SNAPSHOTS || this == MANY_CHANGES || this == CONFLICTS;
    }
}
