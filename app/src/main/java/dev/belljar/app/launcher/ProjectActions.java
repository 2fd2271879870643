package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;

/// What a card can ask for.
public interface ProjectActions {
    /// Goes into the sandbox.
    void open(ProjectPicture project);

    /// Boots it.
    void start(ProjectPicture project);

    /// Shuts it down, also while it is still starting.
    void stop(ProjectPicture project);

    /// Ends it for good, after asking.
    void destroy(ProjectPicture project);
}
