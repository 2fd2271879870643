package dev.belljar.app.launcher;

import dev.belljar.app.state.ProjectState;

/// Actions of a project card.
public interface ProjectActions {
    /// Opens the sandbox.
    void open(ProjectState project);

    /// Boots the machine or resumes it from hibernation.
    void start(ProjectState project);

    /// Hibernates the machine: the usual way to stop.
    void hibernate(ProjectState project);

    /// Starts branches from the sandbox as it is now.
    void branch(ProjectState project);

    /// Shuts the machine down, also while it is still starting.
    void stop(ProjectState project);

    /// Ends the machine at once after asking, also while it stops; its disk is kept.
    void stopNow(ProjectState project);

    /// Destroys the sandbox after asking.
    void destroy(ProjectState project);

    /// Opens the inbox.
    void inbox();
}
