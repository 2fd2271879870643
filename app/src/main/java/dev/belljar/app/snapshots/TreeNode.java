package dev.belljar.app.snapshots;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.contract.sandbox.Snapshot;

/// A point of the tree: a snapshot, or a sandbox as it is now.
public sealed interface TreeNode {
    /// What names it for good, and what the agent knows it as.
    String key();

    /// The sandbox it belongs to.
    String lane();

    /// What people call it.
    String title();

    /// When it was, milliseconds since the epoch.
    long at(long now);

    /// A snapshot.
    record Taken(Snapshot snapshot) implements TreeNode {
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

        /// Whether somebody gave it a name.
        public boolean named() {
            return snapshot.name() != null;
        }
    }

    /// A sandbox as it is now.
    record Present(ProjectState project) implements TreeNode {
        private static final Texts TEXTS = Texts.of(TreeNode.class);

        @Override
        public String key() {
            return project.id();
        }

        @Override
        public String lane() {
            return project.id();
        }

        @Override
        public String title() {
            return TEXTS.get("tree.present", project.name());
        }

        @Override
        public long at(long now) {
            return now;
        }
    }
}
