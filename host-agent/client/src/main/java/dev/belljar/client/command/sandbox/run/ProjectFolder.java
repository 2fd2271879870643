package dev.belljar.client.command.sandbox.run;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// The project that a folder belongs to: the nearest folder above it, or itself, that is the project of a sandbox, is
/// a git repository, or proposes an environment. Without one, the folder itself.
final class ProjectFolder {
    private static final List<String> MARKS = List.of(".git", ".belljar/machine.toml");

    private ProjectFolder() {}

    /// The project of an absolute path; `known` are the projects of sandboxes.
    static Path of(Path folder, List<String> known) {
        for (Path at = folder; at != null; at = at.getParent()) {
            Path here = at;
            boolean project = known.contains(here.toString())
                    || MARKS.stream().anyMatch(mark -> Files.exists(here.resolve(mark), LinkOption.NOFOLLOW_LINKS));
            if (project) {
                return here;
            }
        }
        return folder;
    }
}
