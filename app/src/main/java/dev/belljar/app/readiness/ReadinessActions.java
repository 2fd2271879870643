package dev.belljar.app.readiness;

import dev.belljar.app.state.SandboxViewState;

/// Actions on a sandbox that starts or failed.
public interface ReadinessActions {
    /// Starts it, from its disk if its memory was lost.
    void start(SandboxViewState sandbox);

    /// Stops it while it starts; its disk is kept.
    void stop(SandboxViewState sandbox);

    /// Shows the work that was fetched before it failed.
    void changes();

    /// Shows its log.
    void log();
}
