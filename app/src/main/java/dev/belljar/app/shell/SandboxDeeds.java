package dev.belljar.app.shell;

import dev.belljar.app.live.ProjectPicture;

/// What can be done with a sandbox from its header, its card, and the palette.
public interface SandboxDeeds {
    /// Boots it.
    void start(ProjectPicture project);

    /// Shuts it down; its disk stays.
    void stop(ProjectPicture project);

    /// Ends it for good, after asking; its work is kept.
    void destroy(ProjectPicture project);

    /// Shows what a sync would bring.
    void review(ProjectPicture project);
}
