package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/// Runs an operation in its own thread with a time limit. After the operation calls `begin`, the caller waits
/// for its end, because its changes must be complete.
final class TimedOperation {
    private final Duration limit;
    private final AtomicBoolean decided = new AtomicBoolean();

    private TimedOperation(Duration limit) {
        this.limit = limit;
    }

    /// The operation, which reports when it begins to change something.
    interface Body<T> {
        T run(TimedOperation time) throws SyncException, InterruptedException;
    }

    /// Runs the operation and returns its result.
    ///
    /// @throws SyncException `sync.stalled` when it takes longer, and the operation's own exceptions
    static <T> T run(Duration limit, Body<T> body) throws SyncException, InterruptedException {
        TimedOperation time = new TimedOperation(limit);
        FutureTask<T> task = new FutureTask<>(() -> body.run(time));
        Thread worker = Thread.ofVirtual().name("timed-operation").start(task);
        try {
            return time.result(task);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof SyncException fault) {
                throw fault;
            }
            throw new IllegalStateException("a timed operation failed", cause);
        } finally {
            worker.interrupt();
        }
    }

    private <T> T result(FutureTask<T> task) throws SyncException, InterruptedException, ExecutionException {
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (decided.compareAndSet(false, true)) {
                throw passed();
            }
            return task.get();
        }
    }

    /// The caller waits for the end of the operation from now on.
    ///
    /// @throws SyncException `sync.stalled` when the time limit has passed
    void begin() throws SyncException {
        if (!decided.compareAndSet(false, true)) {
            throw passed();
        }
    }

    private SyncException passed() {
        return new SyncException(
                SyncException.STALLED,
                "fetching the work took longer than %d s".formatted(limit.toSeconds()),
                "Add build output and very large files to .gitignore, then try again.",
                null);
    }
}
