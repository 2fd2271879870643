package dev.belljar.app.environment;

import dev.belljar.app.state.HostWatchListener;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.event.TemplateChanged;
import java.util.List;

/// Tells, on any thread, that the setup of one sandbox or the template of a project may have changed; `sandbox` is the
/// id of the sandbox, or empty.
record EnvironmentWatch(String sandbox, String project, Runnable changed) implements HostWatchListener {
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
            case SetupChanged e -> sandbox.equals(e.sandbox());
            case TemplateChanged e -> project.equals(e.template().project());
            case HostEvent.StateChanged e -> sandbox.equals(e.sandbox());
            case HostEvent own -> false;
            default -> true; // events were lost
        };
    }
}
