package dev.belljar.agent.sync;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Who does what with the host's repositories at the same time.
///
/// Objects never change, so they are read by many at once. Refs and packs are changed by one at a time (`alone`).
/// Objects are deleted only while nobody reads or fetches (`unused`): what is fetched relies on objects that no ref
/// of its own keeps yet.
final class RepositoryLocks {
    private final Map<Path, Locks> all = new ConcurrentHashMap<>();

    private static final class Locks {
        private final ReentrantReadWriteLock objects = new ReentrantReadWriteLock();
        private final ReentrantLock refs = new ReentrantLock();
    }

    /// Something done with a repository.
    interface Operation<T> {
        T run() throws SyncException, InterruptedException;
    }

    /// Runs while no object of the repository is deleted.
    <T> T reading(HostRepository repository, Operation<T> operation) throws SyncException, InterruptedException {
        ReentrantReadWriteLock objects = of(repository).objects;
        objects.readLock().lockInterruptibly();
        try {
            return operation.run();
        } finally {
            objects.readLock().unlock();
        }
    }

    /// Runs while nobody else changes the repository.
    <T> T alone(HostRepository repository, Operation<T> operation) throws SyncException, InterruptedException {
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

    /// Runs if nobody uses the repository now; empty when somebody does.
    <T> Optional<T> unused(HostRepository repository, Operation<T> operation)
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
