package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Asks who wrote the lines of a file, by its path in the workspace: in a commit of the host's own repository, or if
/// it is null in the newest fetched work.
public record ReadBlame(String path, @Nullable String commit) {}
