package dev.belljar.contract.request.work;

import java.util.List;

/// Asks for the contents of these files of the workspace, named as the list of files names them.
public record FetchFiles(List<String> paths) {
    public FetchFiles {
        paths = List.copyOf(paths);
    }
}
