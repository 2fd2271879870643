package dev.belljar.agent.sandbox;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.journal.NumberedEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A journal that refuses some events as if the disk were full.
public final class FullJournal implements Journal {
    private final Journal real;
    private volatile Predicate<Event> refused = event -> false;

    public FullJournal(Journal real) {
        this.real = real;
    }

    public void refuse(Predicate<Event> events) {
        refused = events;
    }

    @Override
    public long append(Event event) throws JournalException {
        if (refused.test(event)) {
            throw new JournalException(JournalException.UNWRITABLE, "no space left on device", null, null);
        }
        return real.append(event);
    }

    @Override
    public void appendFromGuest(String bootId, List<NumberedEvent> events) throws JournalException {
        real.appendFromGuest(bootId, events);
    }

    @Override
    public long recorded(String bootId) {
        return real.recorded(bootId);
    }

    @Override
    public long lastSeq() {
        return real.lastSeq();
    }

    @Override
    public JournalCursor cursor(long afterSeq, Set<EventType> types) throws JournalException {
        return real.cursor(afterSeq, types);
    }

    @Override
    public void close() {
        real.close();
    }
}
