package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies the events of one sandbox that concern the host to the host's journal, each exactly once.
///
/// A copied line ends with the sandbox's id and the event's number there, as a line from a guest ends with the boot id
/// and the number (`GuestStamp`). So after a crash at any moment the copy continues after the last copied event. If the
/// host's journal contains no line of a sandbox, because an older version recorded the sandbox or its lines were
/// deleted, events older than the oldest line of the host's journal are not copied.
final class JournalCopy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalCopy.class);
    private static final int BATCH = 256;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final String sandbox;
    private final Journal from;
    private final Journal to;
    private final long since;
    private final Thread thread;

    /// `since` is the time of the oldest line in the host's journal.
    JournalCopy(String sandbox, Journal from, Journal to, long since) {
        this.sandbox = sandbox;
        this.from = from;
        this.to = to;
        this.since = from.lastSeq() == 0 ? Long.MIN_VALUE : since;
        // Opened at once: a journal that is closed soon afterwards could not be read from its thread any more.
        JournalCursor first = cursor();
        this.thread = Thread.ofVirtual().name("copy " + sandbox).start(() -> run(first));
    }

    /// Waits until the journal was closed and all its events are copied; false if that took too long.
    boolean awaitEnd(Duration patience) {
        boolean interrupted = Thread.interrupted();
        try {
            return thread.join(patience);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run(@Nullable JournalCursor first) {
        try {
            for (JournalCursor cursor = first; cursor != null && follow(cursor); cursor = cursor()) {
                Thread.sleep(RETRY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A cursor after the last copied event; null if the journal can no longer be read.
    private @Nullable JournalCursor cursor() {
        try {
            return from.cursor(to.recorded(sandbox), EventType.ofHost());
        } catch (JournalException e) {
            if (!e.code().equals(JournalException.CLOSED)) {
                LOG.warn("{}: its events are not copied to the host's journal: {}", sandbox, e.getMessage());
            }
            return null;
        }
    }

    /// Copies until the journal is closed; true if a journal temporarily could not be read or written.
    private boolean follow(JournalCursor opened) throws InterruptedException {
        try (JournalCursor cursor = opened) {
            while (true) {
                append(cursor.next(BATCH, PATIENCE));
            }
        } catch (JournalException e) {
            if (e.code().equals(JournalException.CLOSED)) {
                return false;
            }
            LOG.warn("{}: its events are temporarily not copied to the host's journal: {}", sandbox, e.getMessage());
            return true;
        }
    }

    private void append(List<Event> events) throws JournalException {
        List<NumberedEvent> numbered = events.stream()
                .filter(event -> event instanceof HostEvent && (event.ts() >= since || to.recorded(sandbox) > 0))
                .map(event -> new NumberedEvent(event.seq(), event))
                .toList();
        if (!numbered.isEmpty()) {
            to.appendFromGuest(sandbox, numbered);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
