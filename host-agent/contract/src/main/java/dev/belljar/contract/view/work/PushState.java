package dev.belljar.contract.view.work;

/// What became of a push.
public enum PushState {
    /// The guest has every commit of the project.
    UP_TO_DATE,
    /// The guest had no commits of its own: its branch now points to the project's commit.
    FAST_FORWARDED,
    /// A merge commit joins the guest's commits and the project's.
    MERGED,
    /// The guest's commits follow the project's.
    REBASED,
    /// Both sides have commits of their own. The commits are in the guest, but its branch was not moved.
    DIVERGED,
    /// The merge or rebase in the guest stopped at conflicts, which wait there for a person or an agent.
    CONFLICTS,
    /// An earlier merge, rebase or cherry-pick in the guest is not finished, perhaps because of conflicts. The commits
    /// are in the guest, but nothing was merged.
    UNFINISHED,
    /// Uncommitted changes in the guest are in the way.
    BLOCKED
}
