package dev.belljar.app.snapshots;

import dev.belljar.app.live.ProjectPicture;

/// What can be done from a moment.
public interface MomentDeeds {
    /// Saves a running machine, after asking for a name.
    void snapshot(ProjectPicture project);

    /// Boots a stopped machine, or lets it go on where it stood.
    void start(ProjectPicture project);

    /// Lets this many sandboxes go on from here, at once.
    void branch(Moment from, int count);

    /// The same after asking how many and under which name.
    void askBranch(Moment from);

    /// Shows which files differ.
    void compare(Moment from, Moment to);

    /// Forgets a snapshot after asking; `branches` came from it.
    void delete(Moment.Taken moment, int branches);

    /// Goes into a sandbox.
    void enter(ProjectPicture project);

    /// Shows whether a sandbox knows that it is not the one it was copied from.
    void identity(ProjectPicture project);
}
