package dev.belljar.app.snapshots;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxTree;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All snapshots and branches related to a sandbox, as lanes; the lane of the first sandbox is on top.
record SnapshotHistory(List<SnapshotLane> lanes) {
    static final SnapshotHistory NONE = new SnapshotHistory(List.of());

    SnapshotHistory {
        lanes = List.copyOf(lanes);
    }

    /// The history of the sandbox with this id.
    static SnapshotHistory of(HostState state, String sandbox) {
        SandboxTree tree = new SandboxTree(state);
        String root = tree.root(sandbox);
        Map<String, List<Snapshot>> taken = new LinkedHashMap<>();
        Map<String, Snapshot> byId = new HashMap<>();
        state.snapshots().stream()
                .sorted(Comparator.comparingLong(Snapshot::created))
                .forEach(s -> {
                    byId.put(s.id(), s);
                    if (tree.root(s.sandbox()).equals(root)) {
                        taken.computeIfAbsent(s.sandbox(), k -> new ArrayList<>())
                                .add(s);
                    }
                });
        Map<String, SandboxViewState> here = new HashMap<>();
        for (SandboxViewState viewState : state.sandboxes()) {
            if (tree.root(viewState.id()).equals(root)) {
                here.put(viewState.id(), viewState);
                taken.computeIfAbsent(viewState.id(), k -> new ArrayList<>());
            }
        }
        List<SnapshotLane> lanes = new ArrayList<>();
        taken.forEach((id, snapshots) -> lanes.add(lane(id, here.get(id), snapshots, byId)));
        lanes.sort(Comparator.<SnapshotLane>comparingInt(l -> l.id().equals(root) ? 0 : 1)
                .thenComparingLong(SnapshotLane::began));
        return new SnapshotHistory(lanes);
    }

    private static SnapshotLane lane(
            String id, @Nullable SandboxViewState viewState, List<Snapshot> snapshots, Map<String, Snapshot> byId) {
        String from = viewState == null
                ? snapshots.getFirst().parent()
                : viewState.reported().origin();
        Snapshot origin = from == null ? null : byId.get(from);
        if (origin != null && origin.sandbox().equals(id)) {
            origin = null;
        }
        String name = viewState == null ? snapshots.getFirst().sandboxName() : viewState.name();
        long first = snapshots.isEmpty() ? Long.MAX_VALUE : snapshots.getFirst().created();
        long began =
                viewState == null ? first : Math.min(first, viewState.reported().created());
        return new SnapshotLane(id, name, viewState, snapshots, origin, began);
    }

    /// All nodes, lane by lane.
    List<TreeNode> nodes() {
        return lanes.stream().flatMap(l -> l.nodes().stream()).toList();
    }

    /// All snapshots, the newest first.
    List<TreeNode.SnapshotNode> taken() {
        return lanes.stream()
                .flatMap(l -> l.snapshots().stream())
                .sorted(Comparator.comparingLong(Snapshot::created).reversed())
                .map(TreeNode.SnapshotNode::new)
                .toList();
    }

    Optional<TreeNode> node(@Nullable String key) {
        return nodes().stream().filter(m -> m.key().equals(key)).findFirst();
    }

    Optional<SnapshotLane> lane(String id) {
        return lanes.stream().filter(l -> l.id().equals(id)).findFirst();
    }

    /// The sandboxes that were started from a snapshot.
    List<SnapshotLane> branches(Snapshot snapshot) {
        return lanes.stream()
                .filter(l -> l.origin() != null && l.origin().id().equals(snapshot.id()))
                .toList();
    }

    /// The next node in the same lane; `by` is -1 or 1. Before the first node is the lane's origin.
    Optional<TreeNode> along(TreeNode from, int by) {
        SnapshotLane lane = lane(from.lane()).orElseThrow();
        List<TreeNode> own = lane.nodes();
        int next = keys(own).indexOf(from.key()) + by;
        if (next < 0 && lane.origin() != null) {
            return Optional.of(new TreeNode.SnapshotNode(lane.origin()));
        }
        return next < 0 || next >= own.size() ? Optional.empty() : Optional.of(own.get(next));
    }

    /// The node nearest in time in the lane above or below; `by` is -1 or 1.
    Optional<TreeNode> across(TreeNode from, int by, long now) {
        int at = lanes.stream().map(SnapshotLane::id).toList().indexOf(from.lane()) + by;
        if (at < 0 || at >= lanes.size()) {
            return Optional.empty();
        }
        return lanes.get(at).nodes().stream().min(Comparator.comparingLong(m -> Math.abs(m.at(now) - from.at(now))));
    }

    /// The size of all snapshots together, bytes.
    long size() {
        return lanes.stream()
                .flatMap(l -> l.snapshots().stream())
                .mapToLong(Snapshot::size)
                .sum();
    }

    private static List<String> keys(List<TreeNode> nodes) {
        return nodes.stream().map(TreeNode::key).toList();
    }
}
