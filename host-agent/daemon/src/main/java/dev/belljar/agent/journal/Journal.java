package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.util.List;
import java.util.Set;

/// The journal of one sandbox's events: append-only, numbered from 1 without holes. Cursors replay and follow
/// it.
public interface Journal extends AutoCloseable {
    /// Appends an event of the host and returns its number. On return the event is in the file (it survives
    /// `kill -9`); it is flushed to disk within a second.
    ///
    /// @throws JournalException when it cannot be written
    long append(Event event) throws JournalException;

    /// Appends events of a guest, without those whose number of this boot is recorded already. On return they
    /// are flushed to disk.
    ///
    /// @throws JournalException when they cannot be written; none or a first part of them may be recorded
    void appendFromGuest(String bootId, List<NumberedEvent> events) throws JournalException;

    /// The highest recorded event number of this boot of the guest, 0 if there is none.
    long recorded(String bootId);

    /// The number of the newest event, 0 if there is none.
    long lastSeq();

    /// A cursor over the events after `afterSeq` of these types (an empty set means all): first the recorded
    /// ones, then new ones.
    JournalCursor cursor(long afterSeq, Set<EventType> types) throws JournalException;

    @Override
    void close();
}
