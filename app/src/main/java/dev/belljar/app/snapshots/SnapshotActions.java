package dev.belljar.app.snapshots;

import dev.belljar.app.state.ProjectState;

/// What can be done from a moment.
public interface SnapshotActions {
    /// Saves a running machine, after asking for a name.
    void snapshot(ProjectState project);

    /// Boots a stopped machine, or lets it go on where it stood.
    void start(ProjectState project);

    /// Lets this many sandboxes go on from here, at once.
    void branch(TreeNode from, int count);

    /// The same after asking how many and under which name.
    void askBranch(TreeNode from);

    /// Shows which files differ.
    void compare(TreeNode from, TreeNode to);

    /// Forgets a snapshot after asking; `branches` came from it.
    void delete(TreeNode.Taken moment, int branches);

    /// Goes into a sandbox.
    void enter(ProjectState project);

    /// Shows whether a sandbox knows that it is not the one it was copied from.
    void identity(ProjectState project);
}
