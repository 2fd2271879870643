package dev.belljar.app.launcher;

import dev.belljar.app.state.SandboxViewState;

/// Actions of a project card.
public interface LauncherActions {
    /// Opens the sandbox.
    void open(SandboxViewState sandbox);

    /// Boots the machine or resumes it from hibernation.
    void start(SandboxViewState sandbox);

    /// Hibernates the machine: the usual way to stop.
    void hibernate(SandboxViewState sandbox);

    /// Starts branches from the sandbox as it is now.
    void branch(SandboxViewState sandbox);

    /// Shuts the machine down, also while it is still starting.
    void stop(SandboxViewState sandbox);

    /// Ends the machine at once after asking, also while it stops; its disk is kept.
    void stopNow(SandboxViewState sandbox);

    /// Destroys the sandbox after asking.
    void destroy(SandboxViewState sandbox);

    /// Opens the inbox.
    void inbox();
}
