package dev.belljar.contract.request.work;

/// What becomes of the sandbox's commits: they are kept, made into one commit, or put on top of the project's current
/// commit.
public enum CommitHistory {
    KEEP,
    SQUASH,
    REBASE
}
