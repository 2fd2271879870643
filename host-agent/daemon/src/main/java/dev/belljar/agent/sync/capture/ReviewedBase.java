package dev.belljar.agent.sync.capture;

/// What the work of a review is compared with, as it is stored with the review.
///
/// `commit` names the base in the review and in the requests for it. `capture` is what the sandbox's work was compared
/// with at that time if nothing else was chosen; it has the user's own files.
public record ReviewedBase(BaseKind kind, String capture, String commit) {
    /// What `commit` is.
    public enum BaseKind {
        /// The capture itself.
        START,

        /// The record of what was synced (`SyncedWork`).
        SYNCED,

        /// A commit like a capture, of a commit that a branch of the project had (`WorkBase.of`).
        BRANCH,

        /// The work of a snapshot or of another sandbox.
        OTHER
    }

    /// A capture as the base.
    public static ReviewedBase start(String capture) {
        return new ReviewedBase(BaseKind.START, capture, capture);
    }

    /// Another base. One with the same commit as the capture is the capture, so that the commit is enough to name
    /// it.
    public static ReviewedBase of(BaseKind kind, String capture, String commit) {
        return commit.equals(capture) ? start(capture) : new ReviewedBase(kind, capture, commit);
    }

    /// The commit whose history is no part of the review.
    public String before() {
        return switch (kind) {
            case START, SYNCED -> capture;
            case BRANCH, OTHER -> commit;
        };
    }
}
