package dev.belljar.agent.index;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
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

/// Keeps the index of one sandbox up to date with its journal: catches up, then follows, until closed.
///
/// The index holds its position. If the index was deleted in the meantime, or refuses events, it starts again
/// from the index's position.
public final class JournalIndexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalIndexer.class);
    private static final int BATCH = 2_000;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final String sandbox;
    private final Journal journal;
    private final EventIndex index;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Thread thread;
    private long position;
    private long generation;
    private volatile boolean closed;

    private JournalIndexer(String sandbox, Journal journal, EventIndex index) {
        this.sandbox = sandbox;
        this.journal = journal;
        this.index = index;
        this.thread = Thread.ofPlatform().daemon().name("indexer " + sandbox).unstarted(this::run);
    }

    /// Starts to follow the journal.
    public static JournalIndexer start(String sandbox, Journal journal, EventIndex index) {
        JournalIndexer indexer = new JournalIndexer(sandbox, journal, index);
        indexer.thread.start();
        return indexer;
    }

    /// Waits until everything up to this number is in the index.
    ///
    /// @return false when the time ran out, or the indexer was closed first
    public boolean awaitApplied(long seq, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (position < seq && !closed && left > 0) {
                left = moved.awaitNanos(left);
            }
            return position >= seq;
        } finally {
            lock.unlock();
        }
    }

    /// Deletes the sandbox's part of the index and makes it again from the journal; returns when it has caught
    /// up.
    ///
    /// @throws IndexException when that part cannot be deleted, or the indexer ends before it has caught up
    public void rebuild() throws IndexException, InterruptedException {
        long target = journal.lastSeq();
        lock.lock();
        try {
            index.drop(sandbox);
            position = 0;
            generation++;
        } finally {
            lock.unlock();
        }
        while (!awaitApplied(target, PATIENCE)) {
            if (!thread.isAlive()) {
                throw new IndexException(
                        "the index of " + sandbox + " could not be rebuilt: its indexer stopped", null);
            }
        }
    }

    private void run() {
        while (!closed) {
            try {
                follow();
            } catch (JournalException e) {
                if (e.code().equals(JournalException.CLOSED)) {
                    return;
                }
                LOG.warn("{}: {}", sandbox, e.getMessage());
                pause();
            } catch (IndexException e) {
                LOG.warn("{}: {}", sandbox, e.getMessage());
                pause();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void follow() throws JournalException, IndexException, InterruptedException {
        Start start = start();
        long applied = start.applied();
        try (JournalCursor cursor = journal.cursor(applied, Set.of())) {
            while (!closed) {
                List<Event> events = cursor.next(BATCH, PATIENCE);
                if (!events.isEmpty()) {
                    index.apply(sandbox, events);
                    applied = events.getLast().seq();
                    moveTo(applied, start.generation());
                } else if (index.applied(sandbox) != applied) {
                    return;
                }
            }
        }
    }

    private Start start() throws IndexException {
        lock.lock();
        try {
            position = index.applied(sandbox);
            moved.signalAll();
            return new Start(position, generation);
        } finally {
            lock.unlock();
        }
    }

    // A position from before a rebuild says nothing about the index after it.
    private void moveTo(long seq, long ofGeneration) {
        lock.lock();
        try {
            if (ofGeneration == generation) {
                position = seq;
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        wakeAll();
    }

    private void wakeAll() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The position at which following began, and the index's generation.
    private record Start(long applied, long generation) {}
}
