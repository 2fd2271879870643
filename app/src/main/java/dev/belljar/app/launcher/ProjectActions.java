package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;

/// What a card can ask for.
public interface ProjectActions {
    /// Goes into the sandbox.
    void open(ProjectPicture project);

    /// Boots it, or lets it go on where it stood.
    void start(ProjectPicture project);

    /// Saves it whole and stops it: the usual way to stop.
    void hibernate(ProjectPicture project);

    /// Lets new sandboxes go on from it as it is now.
    void branch(ProjectPicture project);

    /// Shuts it down, also while it is still starting.
    void stop(ProjectPicture project);

    /// Ends it at once, also while it stops, after asking; its disk stays.
    void stopNow(ProjectPicture project);

    /// Ends it for good, after asking.
    void destroy(ProjectPicture project);

    /// Shows all questions that wait for the person.
    void inbox();
}
