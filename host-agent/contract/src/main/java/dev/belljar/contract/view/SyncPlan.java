package dev.belljar.contract.view;

import java.util.List;

/// What a sync would bring: commits (oldest first) and not committed work as `commit` in the host's own repository,
/// compared with `base`.
///
/// `uncommitted` counts the paths that were not committed in the machine; `target` is the branch it would go to;
/// `upToDate` means there is nothing to bring.
public record SyncPlan(
        String commit,
        String base,
        String target,
        List<Commit> commits,
        int uncommitted,
        FileDiff diff,
        boolean upToDate) {
    public SyncPlan {
        commits = List.copyOf(commits);
    }
}
