package dev.belljar.agent.sync;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Keeps how many reviews are under way at once, since each may hold as many changes as it shows: one of each sandbox,
/// so that none takes the places of others, and so many in all projects.
final class Judging {
    private static final int MOST = 8;

    private final Semaphore places = new Semaphore(MOST, true);
    private final Map<String, Semaphore> sandboxes = new ConcurrentHashMap<>();

    /// Runs when there is a place. Whatever limits its time has to begin in it: nobody is refused for having waited.
    <T> T run(String sandbox, RepositoryLocks.Operation<T> operation) throws SyncException, InterruptedException {
        Semaphore own = sandboxes.computeIfAbsent(sandbox, id -> new Semaphore(1, true));
        own.acquire();
        try {
            places.acquire();
            try {
                return operation.run();
            } finally {
                places.release();
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
