package dev.belljar.app.sandbox;

import dev.belljar.app.state.ChangeWatch;
import dev.belljar.contract.event.HostEvent;

/// Which events concern the settings of a sandbox: a change by another client, and its start or stop.
public final class SettingsWatch {
    private SettingsWatch() {}

    /// Tells, on any thread, that the settings of this sandbox may have changed.
    public static ChangeWatch of(String id, Runnable changed) {
        return new ChangeWatch(event -> concerns(id, event), changed);
    }

    private static boolean concerns(String id, HostEvent event) {
        return switch (event) {
            case HostEvent.StorageChanged e -> e.sandbox() == null || id.equals(e.sandbox());
            case HostEvent.StateChanged e -> id.equals(e.sandbox());
            case HostEvent.PolicyChanged e -> e.sandbox() == null || id.equals(e.sandbox());
            default -> false;
        };
    }
}
