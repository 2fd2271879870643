package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.repository.HostRepository;
import java.nio.file.Path;

/// The work to write into a working tree: the difference between two commits of the host's own repository, and the
/// project's folder. With `replace`, the accepted version wins where the user's own changes conflict with it.
public record WorktreeWork(
        HostRepository repository, String sandbox, String base, String tip, Path project, boolean replace) {}
