package dev.belljar.app.state;

import dev.belljar.contract.event.Event;
import java.util.List;

/// Receives the events of the host and of all sandboxes, from one thread.
public interface HostWatchListener {
    /// Events are followed from now on, or again after a break: a list that is requested now and all later events yield
    /// the current state.
    void connected();

    /// Delivers the next events.
    void events(List<Event> batch);

    /// The host agent does not respond.
    default void lost() {}
}
