package dev.belljar.client;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.problem.Problem;
import java.util.List;

/// Receives the events of a sandbox or of the host. Called from one thread; batches are in order and never empty.
public interface EventListener {
    /// Delivers the next events.
    void events(List<Event> batch);

    /// Called when the stream is connected (`true`), or broken and being resumed (`false`).
    default void connected(boolean up) {}

    /// Called when the stream has ended permanently because the host agent refuses it, for example because
    /// the sandbox is gone.
    default void ended(Problem problem) {}
}
