package dev.belljar.contract.view;

import java.util.List;

/// The changed files between two trees: `base` and `tip` are commits in the host's own repository. `system` are
/// paths outside the workspace that differ from the image (statuses only).
public record FileDiff(String base, String tip, List<FileChange> files, List<FileChange> system, boolean complete) {
    public FileDiff {
        files = List.copyOf(files);
        system = List.copyOf(system);
    }
}
