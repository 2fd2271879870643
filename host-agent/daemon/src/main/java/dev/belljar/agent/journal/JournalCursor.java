package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import java.time.Duration;
import java.util.List;

/// A place in a journal that moves forward. Replay and following are the same call. Not for use by two threads
/// at once.
public interface JournalCursor extends AutoCloseable {
    /// The next events in order, at most `most`; waits up to `patience` for the first one, and is empty
    /// when none came.
    ///
    /// @throws JournalException when the journal cannot be read or was closed
    List<Event> next(int most, Duration patience) throws JournalException, InterruptedException;

    @Override
    void close();
}
