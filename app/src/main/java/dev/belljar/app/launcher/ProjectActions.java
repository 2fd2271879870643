package dev.belljar.app.launcher;

import dev.belljar.app.state.ProjectState;

/// What a card can ask for.
public interface ProjectActions {
    /// Goes into the sandbox.
    void open(ProjectState project);

    /// Boots it, or lets it go on where it stood.
    void start(ProjectState project);

    /// Saves it whole and stops it: the usual way to stop.
    void hibernate(ProjectState project);

    /// Lets new sandboxes go on from it as it is now.
    void branch(ProjectState project);

    /// Shuts it down, also while it is still starting.
    void stop(ProjectState project);

    /// Ends it at once, also while it stops, after asking; its disk stays.
    void stopNow(ProjectState project);

    /// Ends it for good, after asking.
    void destroy(ProjectState project);

    /// Shows all questions that wait for the person.
    void inbox();
}
