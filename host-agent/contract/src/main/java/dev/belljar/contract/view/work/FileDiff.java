package dev.belljar.contract.view.work;

import java.util.List;

/// The changed files between two trees: `base` and `tip` are commits in the host's own repository. `system` are
/// paths outside the workspace that differ from the image (statuses only). `skipped` are files of the workspace that
/// were not fetched, the first 50 of `left`.
public record FileDiff(
        String base,
        String tip,
        List<FileChange> files,
        List<FileChange> system,
        boolean complete,
        List<SkippedFile> skipped,
        int left) {
    public FileDiff {
        files = List.copyOf(files);
        system = List.copyOf(system);
        skipped = List.copyOf(skipped);
    }

    /// A diff of which every file was fetched.
    public FileDiff(String base, String tip, List<FileChange> files, List<FileChange> system, boolean complete) {
        this(base, tip, files, system, complete, List.of(), 0);
    }

    /// This diff with these files marked as not fetched, the first of `all` such files.
    public FileDiff without(List<SkippedFile> some, int all) {
        return new FileDiff(base, tip, files, system, complete, some, all);
    }
}
