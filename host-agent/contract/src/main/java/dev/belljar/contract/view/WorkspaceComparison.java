package dev.belljar.contract.view;

import java.util.List;

/// What differs between the workspaces of two moments: `from` and `to` name them (a snapshot's id or a sandbox's
/// name, which stands for now), `base` and `tip` are the commits in the host's own repository that hold their
/// files. `skipped` are files of a sandbox as it is now that were not fetched, so nothing is said of them: some of
/// `left`. What was not fetched for a snapshot is not recorded.
public record WorkspaceComparison(
        String from,
        String to,
        String base,
        String tip,
        List<FileChange> files,
        boolean complete,
        List<SkippedFile> skipped,
        int left) {
    public WorkspaceComparison {
        files = List.copyOf(files);
        skipped = List.copyOf(skipped);
    }

    /// The same without the names of the two.
    public FileDiff diff() {
        return new FileDiff(base, tip, files, List.of(), complete, skipped, left);
    }
}
