package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ObjectPruner;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.repository.SandboxObjects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The objects of all sandboxes in Belljar's own repositories: measures them, and deletes those that are no longer
/// needed.
record StoredObjects(HostRepositories repositories, RepositoryLocks locks, ObjectQuota quota) {
    /// The bytes of objects that were fetched from this sandbox and are not part of the project's captures.
    long bytes(String sandbox, Path project) throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        return repository.exists() ? locks.reading(repository, new SandboxObjects(repository, sandbox)::bytes) : 0;
    }

    /// Forgets a sandbox that is deleted permanently, and returns the bytes freed so far.
    long forget(String sandbox, Path project, boolean capture) throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        if (!repository.exists()) {
            return 0;
        }
        ObjectPruner pruning = pruning(repository);
        locks.alone(repository, () -> {
            pruning.want();
            new SandboxObjects(repository, sandbox).forget(capture);
            return sandbox;
        });
        return locks.unused(repository, pruning::run).orElse(0L);
    }

    /// Deletes, or with `dryRun` only measures, the objects of sandboxes that were forgotten while their repository
    /// was in use.
    List<WorkspaceTransfer.Pruned> prune(boolean dryRun) throws SyncException, InterruptedException {
        List<WorkspaceTransfer.Pruned> pruned = new ArrayList<>();
        for (HostRepository repository : repositories.all()) {
            ObjectPruner pruning = pruning(repository);
            if (pruning.requested()) {
                long bytes = dryRun
                        ? locks.reading(repository, pruning::unneeded)
                        : locks.unused(repository, pruning::run).orElse(0L);
                pruned.add(new WorkspaceTransfer.Pruned(repository.path(), bytes));
            }
        }
        return pruned;
    }

    /// The bytes of such objects that could not be deleted.
    long unpruned() throws SyncException {
        long bytes = 0;
        for (HostRepository repository : repositories.all()) {
            bytes += pruning(repository).kept();
        }
        return bytes;
    }

    private ObjectPruner pruning(HostRepository repository) {
        return new ObjectPruner(repository, quota.reserve());
    }
}
