package dev.belljar.app.snapshots;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.FigureFormat;
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
    }
}
