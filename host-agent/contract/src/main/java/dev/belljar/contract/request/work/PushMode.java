package dev.belljar.contract.request.work;

/// How the project's commits are put into the guest's branch if the branch has commits of its own: not at all, by a
/// merge commit, or by moving the guest's commits on top of them.
public enum PushMode {
    FAST_FORWARD,
    MERGE,
    REBASE
}
