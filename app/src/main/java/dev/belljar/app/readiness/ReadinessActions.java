package dev.belljar.app.readiness;

import dev.belljar.app.state.ProjectState;

/// Actions on a sandbox that starts or failed.
public interface ReadinessActions {
    /// Starts it, from its disk if its memory was lost.
    void start(ProjectState project);

    /// Stops it while it starts; its disk is kept.
    void stop(ProjectState project);

    /// Shows the work that was fetched before it failed.
    void changes();

    /// Shows its log.
    void log();
}
