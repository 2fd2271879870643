package dev.belljar.client;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.problem.Problem;
import java.util.List;

/// Receives a sandbox's events. Called from one thread; batches are in order and never empty.
public interface EventListener {
    /// The next events.
    void events(List<Event> batch);

    /// The stream is connected (`true`) or broken and being resumed (`false`).
    default void connected(boolean up) {}

    /// The stream has ended permanently because the host agent refuses it, for example because the sandbox is
    /// gone.
    default void ended(Problem problem) {}
}
