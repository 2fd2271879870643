package dev.belljar.contract.view.work;

import java.util.List;

/// The result of a push of the project's `commit`, which the guest knows as `ref`; with `dryRun`, what a push without
/// a merge or rebase would do.
///
/// `behind` and `ahead` are the numbers of commits that only the project and only the guest had before, `arrived` and
/// `own` the newest of them. `bothChanged` are files that both sides have changed, `conflicts` those that git cannot
/// merge by itself, `blocking` files with uncommitted changes in the guest that the project's commits change too.
/// `message` is what git in the guest said, empty if nothing.
public record PushResult(
        PushState state,
        boolean dryRun,
        String commit,
        String ref,
        int behind,
        int ahead,
        List<WorkCommit> arrived,
        List<WorkCommit> own,
        List<String> bothChanged,
        List<String> conflicts,
        List<String> blocking,
        String message) {
    public PushResult {
        arrived = List.copyOf(arrived);
        own = List.copyOf(own);
        bothChanged = List.copyOf(bothChanged);
        conflicts = List.copyOf(conflicts);
        blocking = List.copyOf(blocking);
    }
}
