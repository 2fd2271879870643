package dev.belljar.agent.sync;

import java.util.concurrent.Semaphore;

/// Keeps how many reviews are under way at once, in all projects: each may hold as many changes as it shows.
final class Judging {
    private static final int MOST = 4;

    private final Semaphore places = new Semaphore(MOST, true);

    /// Runs when there is a place.
    <T> T run(RepositoryLocks.Operation<T> operation) throws SyncException, InterruptedException {
        places.acquire();
        try {
            return operation.run();
        } finally {
            places.release();
        }
    }
}
