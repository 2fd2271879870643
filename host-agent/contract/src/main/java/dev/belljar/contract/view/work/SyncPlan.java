package dev.belljar.contract.view.work;

import java.util.List;

/// The review of a sync: the fetched commits (oldest first) and uncommitted work as `commit` in the host's own
/// repository, compared with `base`.
///
/// `own` are files outside `diff` that come along: files that the user had not committed when the sandbox was
/// created and that the guest did not change. `uncommitted` counts the paths that were not committed in the
/// machine; `target` is the branch that would receive the work; `upToDate` means that there is nothing to sync.
public record SyncPlan(
        String commit,
        String base,
        String target,
        List<WorkCommit> commits,
        int uncommitted,
        FileDiff diff,
        FileDiff own,
        boolean upToDate) {
    public SyncPlan {
        commits = List.copyOf(commits);
    }
}
