package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Limits the number of concurrent reviews, since each holds all its changes in memory: one for each sandbox, so
/// that none occupies the slots of others, and a total for all projects. Accepting work may hold ten times as
/// many changes, so only one runs at a time, using the slots of several reviews.
public final class ReviewSlots {
    /// The number of largest reviews that fit into the host agent's heap besides all other data.
    static final int MOST = 6;

    /// The slots of the largest acceptance: 330 MB were measured, and a slot stands for 96.
    private static final int ACCEPTANCE = 4;

    private final Semaphore places = new Semaphore(MOST, true);
    private final Semaphore acceptance = new Semaphore(1, true);
    private final Map<String, Semaphore> sandboxes = new ConcurrentHashMap<>();

    /// Runs an operation when a slot is free. Its time limit must begin inside it, so that no caller is refused
    /// for having waited.
    public <T> T run(String sandbox, RepositoryLocks.Operation<T> operation)
            throws SyncException, InterruptedException {
        return run(1, sandbox, operation);
    }

    /// Runs an operation that chooses the accepted work, when its slots are free.
    public <T> T accept(String sandbox, RepositoryLocks.Operation<T> operation)
            throws SyncException, InterruptedException {
        acceptance.acquire();
        try {
            return run(ACCEPTANCE, sandbox, operation);
        } finally {
            acceptance.release();
        }
    }

    private <T> T run(int taken, String sandbox, RepositoryLocks.Operation<T> operation)
            throws SyncException, InterruptedException {
        Semaphore own = sandboxes.computeIfAbsent(sandbox, id -> new Semaphore(1, true));
        own.acquire();
        try {
            places.acquire(taken);
            try {
                return operation.run();
            } finally {
                places.release(taken);
            }
        } finally {
            own.release();
        }
    }

    /// Forgets a sandbox that is deleted permanently.
    public void forget(String sandbox) {
        sandboxes.remove(sandbox);
    }
}
