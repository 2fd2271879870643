package dev.belljar.agent.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the work that was fetched last relates to the project.
///
/// `tip` is the commit of this work. `reviewed` means that somebody accepted it, or as much of it as they wanted.
/// `ahead` is the number of commits that were not synced yet, and `branch` the guest's name for the branch with the
/// last of them. `conflicts` says what the project has that the work has not; it is empty if the work only adds to it.
public record WorkStanding(
        String tip, boolean reviewed, int ahead, @Nullable String branch, List<StandingConflict> conflicts) {
    public WorkStanding {
        conflicts = List.copyOf(conflicts);
    }

    /// Something that the project has and the work has not, in words.
    public record StandingConflict(ConflictKind kind, String words) {}

    /// What somebody can do about a conflict depends on its kind.
    public enum ConflictKind {
        /// The sandbox's branch has commits that are not from the sandbox.
        OTHER_COMMITS,
        /// Commits of the project change files that the sandbox changed, too.
        SAME_FILES,
        /// The same, and these commits were pushed to the sandbox, which has not merged them yet.
        NOT_MERGED
    }
}
