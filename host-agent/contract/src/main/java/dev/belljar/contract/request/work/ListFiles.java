package dev.belljar.contract.request.work;

import java.util.List;

/// Asks which files of the workspace match these patterns: paths relative to the workspace, of files or of folders with
/// everything in them. `?` and `*` stand for characters of one name, `**` for any number of folders.
public record ListFiles(List<String> patterns) {
    public ListFiles {
        patterns = List.copyOf(patterns);
    }
}
