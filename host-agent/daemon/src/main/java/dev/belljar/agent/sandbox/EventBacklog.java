package dev.belljar.agent.sandbox;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.GapEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Events of the host's own on their way into a journal, in order: what cannot be written waits, and what is too
/// much for that is told as a gap with its number once the journal can be written again.
///
/// A host agent that ends meanwhile loses what waits; it says so in its log.
final class EventBacklog {
    private static final Logger LOG = LoggerFactory.getLogger(EventBacklog.class);
    private static final long RETRY_MILLIS = 1_000;

    private final String id;
    private final Journal journal;
    private final int most;
    private final long retryMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Event> waiting = new ArrayDeque<>();
    private long lost;
    private boolean retrying;

    /// At most `most` events wait.
    EventBacklog(String id, Journal journal, int most) {
        this(id, journal, most, RETRY_MILLIS);
    }

    EventBacklog(String id, Journal journal, int most, long retryMillis) {
        this.id = id;
        this.journal = journal;
        this.most = most;
        this.retryMillis = retryMillis;
    }

    /// Writes it, after all that came before it; never waits for room.
    void append(Event event) {
        lock.lock();
        try {
            if (waiting.size() >= most) {
                lost++;
            } else {
                waiting.add(event);
            }
            if (!retrying && !written()) {
                retrying = true;
                Thread.ofVirtual().name("backlog-" + id).start(this::retry);
            }
        } finally {
            lock.unlock();
        }
    }

    private void retry() {
        try {
            do {
                Thread.sleep(retryMillis);
            } while (!caughtUp());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean caughtUp() {
        lock.lock();
        try {
            boolean done = written();
            retrying = !done;
            return done;
        } finally {
            lock.unlock();
        }
    }

    /// True when nothing waits any more.
    private boolean written() {
        try {
            for (Event next = waiting.peek(); next != null; next = waiting.peek()) {
                journal.append(next);
                waiting.remove();
            }
            tellLoss();
            return true;
        } catch (JournalException e) {
            return givenUp(e);
        }
    }

    private void tellLoss() throws JournalException {
        if (lost > 0) {
            long now = System.currentTimeMillis();
            journal.append(
                    new GapEvent(0, now, "lost", lost, "what the host saw while the journal could not be written"));
            lost = 0;
        }
    }

    private boolean givenUp(JournalException e) {
        boolean over = !e.code().equals(JournalException.UNWRITABLE);
        if (over) {
            LOG.warn("{}: {} events were not recorded: {}", id, waiting.size() + lost, e.getMessage());
            waiting.clear();
            lost = 0;
        } else if (!retrying) {
            LOG.error("{}: events wait, the journal cannot be written", id, e);
        }
        return over;
    }
}
