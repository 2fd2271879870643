package dev.belljar.contract.request.work;

/// Where accepted work goes: a branch of the project, a patch file, or the files of the project's working tree.
public enum SyncTarget {
    BRANCH,
    PATCH,
    WORKTREE
}
