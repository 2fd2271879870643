package dev.belljar.contract.view;

import java.util.List;

/// What a sync would bring: commits (oldest first) and not committed work as `commit` in the host's own repository,
/// compared with `base`.
///
/// `own` is what comes beside `diff`: files that the person had not committed when the sandbox was made and that the
/// machine left as they were. `uncommitted` counts the paths that were not committed in the machine; `target` is the
/// branch it would go to; `upToDate` means there is nothing to bring.
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
