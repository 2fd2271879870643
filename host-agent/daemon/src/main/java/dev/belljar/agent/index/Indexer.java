package dev.belljar.agent.index;

import dev.belljar.agent.journal.Cursor;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.contract.event.Event;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the index of one sandbox up with its journal: a cursor from where the index stands, followed until closed.
public final class Indexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
    private static final int BATCH = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long RETRY_MILLIS = 2_000;

    private final String sandbox;
    private final Journal journal;
    private final Index index;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long applied;
    private volatile boolean closed;
    private Thread thread;

    private Indexer(String sandbox, Journal journal, Index index) {
        this.sandbox = sandbox;
        this.journal = journal;
        this.index = index;
        this.thread = newThread();
    }

    /// An indexer that has begun to catch up.
    public static Indexer start(String sandbox, Journal journal, Index index) {
        Indexer indexer = new Indexer(sandbox, journal, index);
        indexer.thread.start();
        return indexer;
    }

    /// Waits until the index holds everything up to `seq`, at most `patience`; true when it does.
    public boolean awaitApplied(long seq, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (applied < seq && left > 0) {
                left = moved.awaitNanos(left);
            }
            return applied >= seq;
        } finally {
            lock.unlock();
        }
    }

    /// Drops what the index has of this sandbox and begins again from the journal's first event; returns
    /// when it has caught up.
    ///
    /// @throws IndexException when the index cannot be written
    public void rebuild() throws IndexException, InterruptedException {
        stop();
        index.drop(sandbox);
        set(0);
        closed = false;
        thread = newThread();
        thread.start();
        while (!awaitApplied(journal.lastSeq(), PATIENCE)) {
            if (!thread.isAlive()) {
                throw new IndexException(
                        "the index of " + sandbox + " could not be rebuilt; see the host agent's log", null);
            }
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread newThread() {
        return Thread.ofVirtual().name("index " + sandbox).unstarted(this::run);
    }

    private void stop() throws InterruptedException {
        closed = true;
        thread.interrupt();
        thread.join();
    }

    private void run() {
        while (!closed) {
            try {
                follow();
            } catch (IndexException | JournalException e) {
                if (closed) {
                    return;
                }
                LOG.warn("{}: indexing begins again in {} ms", sandbox, RETRY_MILLIS, e);
                if (!paused()) {
                    return;
                }
            } catch (InterruptedException e) {
                return; // closed
            }
        }
    }

    private void follow() throws IndexException, JournalException, InterruptedException {
        long from = index.applied(sandbox);
        set(from);
        try (Cursor cursor = journal.cursor(from, Set.of())) {
            while (!closed) {
                List<Event> events = cursor.next(BATCH, PATIENCE);
                if (!events.isEmpty()) {
                    index.apply(sandbox, events);
                    set(events.getLast().seq());
                }
            }
        }
    }

    private boolean paused() {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void set(long seq) {
        lock.lock();
        try {
            applied = seq;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
