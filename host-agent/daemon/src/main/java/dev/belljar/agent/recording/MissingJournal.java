package dev.belljar.agent.recording;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.journal.NumberedEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.util.List;
import java.util.Set;

/// Replaces a journal that cannot be opened: it refuses events, is empty, and gives the reason.
public record MissingJournal(JournalException fault) implements Journal {
    @Override
    public long append(Event event) throws JournalException {
        throw fault;
    }

    @Override
    public void appendFromGuest(String bootId, List<NumberedEvent> events) throws JournalException {
        throw fault;
    }

    @Override
    public long recorded(String bootId) {
        return 0;
    }

    @Override
    public long lastSeq() {
        return 0;
    }

    @Override
    public JournalCursor cursor(long afterSeq, Set<EventType> types) throws JournalException {
        // Reported as closed, so that no reader waits for more.
        throw new JournalException(JournalException.CLOSED, String.valueOf(fault.getMessage()), fault.hint(), fault);
    }

    @Override
    public void close() {}
}
