package dev.belljar.app.snapshots;

import dev.belljar.app.state.SandboxViewState;

/// Actions on a snapshot, or on a sandbox as it is now.
public interface SnapshotActions {
    /// Takes a snapshot of a running machine, after asking for a name.
    void snapshot(SandboxViewState sandbox);

    /// Boots a stopped machine or resumes a hibernated one.
    void start(SandboxViewState sandbox);

    /// Starts this many branches from here, without asking.
    void branch(TreeNode from, int count);

    /// Like `branch`, after asking for the number and the name.
    void askBranch(TreeNode from);

    /// Shows the files that differ.
    void compare(TreeNode from, TreeNode to);

    /// Deletes a snapshot after asking; `branches` is the number of sandboxes started from it.
    void delete(TreeNode.SnapshotNode snapshotNode, int branches);

    /// Opens a sandbox.
    void enter(SandboxViewState sandbox);

    /// Shows whether a sandbox has its own identity and not that of its origin.
    void identity(SandboxViewState sandbox);
}
