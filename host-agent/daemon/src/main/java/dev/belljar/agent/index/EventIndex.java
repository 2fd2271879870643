package dev.belljar.agent.index;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.List;
import java.util.Map;

/// Answers queries about the events in the journals.
public interface EventIndex extends AutoCloseable {
    /// The number of the last event of this sandbox that is in the index, 0 for none.
    long applied(String sandbox) throws IndexException;

    /// Adds the next events of a sandbox, in order; those that are in the index already are skipped.
    void apply(String sandbox, List<Event> events) throws IndexException;

    /// Removes a sandbox from the index.
    void drop(String sandbox) throws IndexException;

    /// The running processes, and at most `finished` of those that ended last.
    ProcessTable processes(String sandbox, int finished) throws IndexException;

    /// At most `most` flows, newest first, with totals over all flows.
    FlowTable flows(String sandbox, int most) throws IndexException;

    /// The number of events of each type, by the type's word.
    Map<String, Long> counts(String sandbox) throws IndexException;

    @Override
    void close();
}
