package dev.belljar.agent.sync.repository;

import dev.belljar.agent.sync.SyncException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Coordinates concurrent operations on the host's repositories.
///
/// Objects never change, so many operations may read them at once. Only one operation at a time changes refs and
/// packs (`alone`). Objects are deleted only while no operation reads or fetches (`unused`): a fetch relies on
/// objects that no ref of its own keeps yet.
public final class RepositoryLocks {
    private final Map<Path, Locks> all = new ConcurrentHashMap<>();

    private static final class Locks {
        private final ReentrantReadWriteLock objects = new ReentrantReadWriteLock();
        private final ReentrantLock refs = new ReentrantLock();
    }

    /// An operation on a repository.
    public interface Operation<T> {
        T run() throws SyncException, InterruptedException;
    }

    /// Runs an operation while no object of the repository is deleted.
    public <T> T reading(HostRepository repository, Operation<T> operation) throws SyncException, InterruptedException {
        ReentrantReadWriteLock objects = of(repository).objects;
        objects.readLock().lockInterruptibly();
        try {
            return operation.run();
        } finally {
            objects.readLock().unlock();
        }
    }

    /// Runs an operation while no other changes the repository.
    public <T> T alone(HostRepository repository, Operation<T> operation) throws SyncException, InterruptedException {
        return reading(repository, () -> {
            ReentrantLock refs = of(repository).refs;
            refs.lockInterruptibly();
            try {
                return operation.run();
            } finally {
                refs.unlock();
            }
        });
    }

    /// Runs an operation if no other uses the repository now; else returns empty.
    public <T> Optional<T> unused(HostRepository repository, Operation<T> operation)
            throws SyncException, InterruptedException {
        ReentrantReadWriteLock objects = of(repository).objects;
        if (!objects.writeLock().tryLock()) {
            return Optional.empty();
        }
        try {
            return Optional.of(operation.run());
        } finally {
            objects.writeLock().unlock();
        }
    }

    private Locks of(HostRepository repository) {
        return all.computeIfAbsent(repository.path(), path -> new Locks());
    }
}
