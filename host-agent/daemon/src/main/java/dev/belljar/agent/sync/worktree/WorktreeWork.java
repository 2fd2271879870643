package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.ConflictResolution;
import java.nio.file.Path;
import java.util.List;

/// The work to write into a working tree: the difference between two commits of the host's own repository, and
/// the project's folder. With `replace`, the accepted version wins where the user's own changes conflict with
/// it; `resolutions` say what is written instead.
public record WorktreeWork(
        HostRepository repository,
        String sandbox,
        String base,
        String tip,
        Path project,
        boolean replace,
        List<ConflictResolution> resolutions) {
    public WorktreeWork {
        resolutions = List.copyOf(resolutions);
    }
}
