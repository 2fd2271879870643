package dev.belljar.app.snapshots;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One sandbox of the tree, which may be destroyed: its snapshots, the oldest first, its origin, and its
/// start in milliseconds since the epoch.
record SnapshotLane(
        String id,
        String name,
        @Nullable SandboxViewState sandbox,
        List<Snapshot> snapshots,
        @Nullable Snapshot origin,
        long began) {
    SnapshotLane {
        snapshots = List.copyOf(snapshots);
    }

    /// Its snapshots, then the present state if the sandbox exists.
    List<TreeNode> nodes() {
        List<TreeNode> nodes = new ArrayList<>();
        snapshots.forEach(s -> nodes.add(new TreeNode.SnapshotNode(s)));
        SandboxViewState now = sandbox;
        if (now != null) {
            nodes.add(new TreeNode.SandboxNode(now));
        }
        return List.copyOf(nodes);
    }
}
