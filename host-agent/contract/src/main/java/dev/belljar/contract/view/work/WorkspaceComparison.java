package dev.belljar.contract.view.work;

import java.util.List;

/// The differences between two workspaces: `from` and `to` name them (a snapshot's id, or a sandbox's name for
/// its present workspace), `base` and `tip` are the commits in the host's own repository that hold their files.
/// `skipped` are the first of `left` files of a present workspace that were not fetched and are therefore not
/// compared. Which files were not fetched for a snapshot is not recorded.
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

    /// The diff without the names of the two workspaces.
    public FileDiff diff() {
        return new FileDiff(base, tip, files, List.of(), complete, skipped, left);
    }
}
