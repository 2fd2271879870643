package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.git.GitPath;
import org.jspecify.annotations.Nullable;

/// The change of one file of the project: what was there before and what is there afterwards, null for nothing.
/// `path` has one char for each byte.
record FileStep(
        String path, @Nullable DiskEntry before, @Nullable DiskEntry after) {
    GitPath gitPath() {
        return new GitPath(path);
    }
}
