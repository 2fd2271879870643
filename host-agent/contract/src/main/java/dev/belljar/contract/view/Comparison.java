package dev.belljar.contract.view;

import java.util.List;

/// What differs between the workspaces of two moments: `from` and `to` name them (a snapshot's id or a sandbox's
/// name, which stands for now), `base` and `tip` are the commits in the host's own repository that hold their
/// files.
public record Comparison(String from, String to, String base, String tip, List<FileChange> files, boolean complete) {
    public Comparison {
        files = List.copyOf(files);
    }
}
