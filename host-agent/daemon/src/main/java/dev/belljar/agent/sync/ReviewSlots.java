package dev.belljar.agent.sync;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Keeps how many reviews are under way at once, since each may hold as many changes as it shows: one of each sandbox,
/// so that none takes the places of others, and so many in all projects. Work that is taken over may hold ten times as
/// many, so that is chosen one at a time, in the place of several reviews.
final class ReviewSlots {
    /// So many of the largest fit into the heap that the host agent is given, beside all the rest.
    static final int MOST = 6;

    /// What the largest acceptance takes: 330 MB were measured, and a place stands for 96.
    private static final int ACCEPTANCE = 4;

    private final Semaphore places = new Semaphore(MOST, true);
    private final Semaphore acceptance = new Semaphore(1, true);
    private final Map<String, Semaphore> sandboxes = new ConcurrentHashMap<>();

    /// Runs when there is a place. Whatever limits its time has to begin in it: nobody is refused for having waited.
    <T> T run(String sandbox, RepositoryLocks.Operation<T> operation) throws SyncException, InterruptedException {
        return run(1, sandbox, operation);
    }

    /// The same for what chooses the work that is taken over.
    <T> T accept(String sandbox, RepositoryLocks.Operation<T> operation) throws SyncException, InterruptedException {
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

    /// Forgets a sandbox that is deleted for good.
    void forget(String sandbox) {
        sandboxes.remove(sandbox);
    }
}
