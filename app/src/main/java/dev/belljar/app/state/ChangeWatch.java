package dev.belljar.app.state;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import java.util.List;
import java.util.function.Predicate;

/// Tells, on any thread, that something may have changed: after an event that `concerns` it, or when events may have
/// been missed.
public record ChangeWatch(Predicate<HostEvent> concerns, Runnable changed) implements HostWatchListener {
    @Override
    public void connected() {
        changed.run();
    }

    @Override
    public void events(List<Event> batch) {
        // Any other event says that events were lost.
        if (batch.stream().anyMatch(event -> !(event instanceof HostEvent own) || concerns.test(own))) {
            changed.run();
        }
    }
}
