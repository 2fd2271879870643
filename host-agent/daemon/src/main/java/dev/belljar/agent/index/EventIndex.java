package dev.belljar.agent.index;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.view.FlowTable;
import dev.belljar.contract.view.ProcessTable;
import java.util.List;
import java.util.Map;

/// Answers questions about what the journals hold.
public interface EventIndex extends AutoCloseable {
    /// The journal number up to which this sandbox is projected, 0 for none.
    long applied(String sandbox) throws IndexException;

    /// Projects the next events of a sandbox, in order; those already applied are passed over.
    void apply(String sandbox, List<Event> events) throws IndexException;

    /// Forgets a sandbox.
    void drop(String sandbox) throws IndexException;

    /// Living processes and at most `finished` of the newest ended ones.
    ProcessTable processes(String sandbox, int finished) throws IndexException;

    /// At most `most` flows, newest first, with totals over all.
    FlowTable flows(String sandbox, int most) throws IndexException;

    /// How many events of each type (by its word) there are.
    Map<String, Long> counts(String sandbox) throws IndexException;

    @Override
    void close();
}
