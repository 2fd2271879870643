package dev.belljar.contract.sync;

/// Whether a sandbox has work that its project does not have.
public enum SyncState {
    /// The work was never fetched, and no change was observed.
    UNKNOWN,
    /// The project has everything.
    IN_SYNC,
    /// The sandbox has work that the project does not have, and that nobody was asked to review.
    CHANGED,
    /// The work is being fetched.
    WORKING,
    /// Fetched work waits for review.
    WAITING,
    /// Fetched work waits, and the project or the sandbox's branch has commits that the sandbox does not have.
    CONFLICT
}
