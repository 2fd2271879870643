package dev.belljar.app.snapshots;

import dev.belljar.app.action.SnapshotActions;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Snapshot;

/// A node of the tree: a snapshot, or a sandbox as it is now.
public sealed interface TreeNode {
    /// The permanent key, which is also its id at the host agent.
    String key();

    /// The id of its sandbox.
    String lane();

    /// The title for the user.
    String title();

    /// Its time, milliseconds since the epoch; `now` for a sandbox as it is now.
    long at(long now);

    /// Starts branches from here.
    void branch(SnapshotActions actions, BranchSandbox request);

    /// Returns the key for comparing two nodes; the earlier state is on the left.
    static ComparisonKey comparison(TreeNode from, TreeNode to) {
        boolean turned = from.at(Long.MAX_VALUE) > to.at(Long.MAX_VALUE);
        TreeNode left = turned ? to : from;
        TreeNode right = turned ? from : to;
        return new ComparisonKey(left.key(), left.title(), right.key(), right.title());
    }

    /// A snapshot.
    record SnapshotNode(Snapshot snapshot) implements TreeNode {
        @Override
        public String key() {
            return snapshot.id();
        }

        @Override
        public String lane() {
            return snapshot.sandbox();
        }

        @Override
        public String title() {
            return snapshot.name() == null ? snapshot.id() : FigureFormat.printable(snapshot.name());
        }

        @Override
        public long at(long now) {
            return snapshot.created();
        }

        @Override
        public void branch(SnapshotActions actions, BranchSandbox request) {
            actions.branch(key(), title(), request);
        }

        /// Deletes the snapshot after asking; `branches` is the number of sandboxes started from it.
        public void delete(SnapshotActions actions, int branches) {
            actions.delete(snapshot, title(), branches);
        }

        /// True if the user named it.
        public boolean named() {
            return snapshot.name() != null;
        }
    }

    /// A sandbox as it is now.
    record SandboxNode(SandboxViewState sandbox) implements TreeNode {
        private static final Texts TEXTS = Texts.of(TreeNode.class);

        @Override
        public String key() {
            return sandbox.id();
        }

        @Override
        public String lane() {
            return sandbox.id();
        }

        @Override
        public String title() {
            return TEXTS.get("tree.present", sandbox.name());
        }

        @Override
        public long at(long now) {
            return now;
        }

        @Override
        public void branch(SnapshotActions actions, BranchSandbox request) {
            actions.branchNow(key(), title(), request);
        }
    }
}
