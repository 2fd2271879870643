package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;
import java.time.Duration;
import java.util.List;

/// A position in a journal that moves forward; one method replays and follows. Not safe for several threads.
public interface JournalCursor extends AutoCloseable {
    /// The next events in order, at most `most`; waits up to `patience` for the first one, and returns an empty
    /// list if none came.
    ///
    /// @throws JournalException when the journal cannot be read or was closed
    List<Event> next(int most, Duration patience) throws JournalException, InterruptedException;

    @Override
    void close();
}
