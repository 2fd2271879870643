package dev.belljar.agent.recording;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Queues the host agent's own events for a journal, in order. Events that cannot be written wait; those beyond
/// the limit are dropped and reported as a gap with their number once the journal can be written again.
///
/// Waiting events are lost if the host agent ends; it says so in its log.
public final class EventBacklog {
    private static final Logger LOG = LoggerFactory.getLogger(EventBacklog.class);
    private static final long RETRY_MILLIS = 1_000;

    private final String id;
    private final Journal journal;
    private final LongConsumer losses;
    private final int most;
    private final long retryMillis;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Event> waiting = new ArrayDeque<>();
    private long lost;
    private boolean retrying;

    /// At most `most` events wait; `losses` gets the number of lost events once the journal has a gap for them.
    EventBacklog(String id, Journal journal, int most, LongConsumer losses) {
        this(id, journal, most, losses, RETRY_MILLIS);
    }

    EventBacklog(String id, Journal journal, int most, LongConsumer losses, long retryMillis) {
        this.id = id;
        this.journal = journal;
        this.most = most;
        this.losses = losses;
        this.retryMillis = retryMillis;
    }

    /// Writes an event after all earlier ones; never blocks.
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

    /// Writes the waiting events; true if none is left.
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
                    new GapEvent(0, now, "lost", lost, "the host agent could not write its own events to the journal"));
            losses.accept(lost);
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
            LOG.error("{}: the journal cannot be written; events are waiting", id, e);
        }
        return over;
    }
}
