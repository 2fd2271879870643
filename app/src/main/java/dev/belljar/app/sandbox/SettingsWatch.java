package dev.belljar.app.sandbox;

import dev.belljar.app.state.HostWatchListener;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import java.util.List;

/// Tells, on any thread, that the settings of one sandbox may have changed: by another client, by a start or
/// stop, or while no events were followed.
public record SettingsWatch(String id, Runnable changed) implements HostWatchListener {
    @Override
    public void connected() {
        changed.run();
    }

    @Override
    public void events(List<Event> batch) {
        if (batch.stream().anyMatch(this::concerns)) {
            changed.run();
        }
    }

    private boolean concerns(Event event) {
        return switch (event) {
            case HostEvent.StorageChanged e -> e.sandbox() == null || id.equals(e.sandbox());
            case HostEvent.StateChanged e -> id.equals(e.sandbox());
            case HostEvent.PolicyChanged e -> e.sandbox() == null || id.equals(e.sandbox());
            case HostEvent own -> false;
            default -> true; // events were lost
        };
    }
}
