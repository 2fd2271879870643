package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import java.util.List;
import java.util.Set;

/// The record of one sandbox: append-only, numbered from 1 without holes, replayed and followed by cursors.
public interface Journal extends AutoCloseable {
    /// Appends a fact of the host and gives it its number. On return it is in the file (survives `kill
    /// -9`), flushed to
    /// disk within a second.
    ///
    /// @throws JournalException when it cannot be written
    long append(Event event) throws JournalException;

    /// Appends events of a guest, passing over those whose number of this boot is recorded already. On return they
    /// are flushed to disk.
    ///
    /// @throws JournalException when they cannot be written; none or a first part of them may be recorded
    void appendFromGuest(String bootId, List<NumberedEvent> events) throws JournalException;

    /// The highest recorded guest number of this boot, 0 when there is none.
    long recorded(String bootId);

    /// The newest number, 0 when empty.
    long lastSeq();

    /// A reader of everything after `afterSeq` of these types (all when empty): first what is there, then what comes.
    JournalCursor cursor(long afterSeq, Set<EventType> types) throws JournalException;

    @Override
    void close();
}
