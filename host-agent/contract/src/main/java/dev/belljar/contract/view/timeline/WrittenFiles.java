package dev.belljar.contract.view.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Files of the workspace that were written, as seen from one moment: `at` milliseconds since the epoch. `complete` is
/// false if there were more writes or files than the host agent keeps or returns.
public record WrittenFiles(long at, List<FileWrites> files, boolean complete) {
    public WrittenFiles {
        files = List.copyOf(files);
    }

    /// A file of the workspace: when it was last written up to that moment, null if it was not, and when it was last
    /// written at all, both milliseconds since the epoch. Deleting and renaming a file are writes, too.
    public record FileWrites(String path, @Nullable Long before, long newest) {}
}
