package dev.belljar.app.environment;

import dev.belljar.app.state.ChangeWatch;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.event.TemplateChanged;

/// Which events concern the setup of a sandbox and the template of its project.
final class EnvironmentWatch {
    private EnvironmentWatch() {}

    /// Tells, on any thread, that one of them may have changed; `sandbox` is the id of the sandbox, or empty.
    static ChangeWatch of(String sandbox, String project, Runnable changed) {
        return new ChangeWatch(event -> concerns(sandbox, project, event), changed);
    }

    private static boolean concerns(String sandbox, String project, HostEvent event) {
        return switch (event) {
            case SetupChanged e -> sandbox.equals(e.sandbox());
            case TemplateChanged e -> project.equals(e.template().project());
            case HostEvent.StateChanged e -> sandbox.equals(e.sandbox());
            default -> false;
        };
    }
}
