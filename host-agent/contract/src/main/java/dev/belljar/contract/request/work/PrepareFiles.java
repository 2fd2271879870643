package dev.belljar.contract.request.work;

import java.util.List;

/// Announces that files with these paths will be written below `folder` of the guest, an absolute path. The folder is
/// created. If git tracks it, the paths are excluded from git.
public record PrepareFiles(String folder, List<String> paths) {
    public PrepareFiles {
        paths = List.copyOf(paths);
    }
}
