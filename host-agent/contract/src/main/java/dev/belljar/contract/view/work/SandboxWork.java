package dev.belljar.contract.view.work;

import java.util.List;

/// The work of a sandbox from one fetch: the review of a sync, and the paths outside the workspace that differ from
/// the image; `systemComplete` is false if there are more of these than are listed.
public record SandboxWork(SyncPlan plan, List<FileChange> system, boolean systemComplete) {
    public SandboxWork {
        system = List.copyOf(system);
    }

    /// All changed files, in the workspace and outside it.
    public FileDiff changes() {
        FileDiff files = plan.diff();
        return new FileDiff(
                files.base(),
                files.tip(),
                files.files(),
                system,
                files.complete() && systemComplete,
                files.skipped(),
                files.left());
    }
}
