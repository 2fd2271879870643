package dev.belljar.agent.sync;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/// An operation in a thread of its own, which its caller gives up when the time is up. What it does after `begin` is
/// waited for: half of it must not be done.
final class TimedOperation {
    private final Duration limit;
    private final AtomicBoolean decided = new AtomicBoolean();

    private TimedOperation(Duration limit) {
        this.limit = limit;
    }

    /// What is done, and says when it begins to change something.
    interface Body<T> {
        T run(TimedOperation time) throws SyncException, InterruptedException;
    }

    /// Returns what the operation does.
    ///
    /// @throws SyncException `sync.stalled` when it takes longer, and whatever it throws itself
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

    /// From now on it is waited for.
    ///
    /// @throws SyncException `sync.stalled` when it was given up before
    void begin() throws SyncException {
        if (!decided.compareAndSet(false, true)) {
            throw passed();
        }
    }

    private SyncException passed() {
        return new SyncException(
                SyncException.STALLED,
                "fetching the work took longer than %d s".formatted(limit.toSeconds()),
                "Keep build output and very large files out of the project, then try again.",
                null);
    }
}
