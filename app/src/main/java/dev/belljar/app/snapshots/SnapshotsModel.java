package dev.belljar.app.snapshots;

import dev.belljar.app.state.HostState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.work.ComparisonKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The snapshots related to a sandbox: which node is selected, and which one is being compared.
///
/// While a node is the first side of a comparison, selecting another one chooses the second side.
final class SnapshotsModel {
    private static final Texts TEXTS = Texts.of(SnapshotsModel.class);

    private final String id;
    private SnapshotHistory history = SnapshotHistory.NONE;
    private @Nullable String chosen;
    private @Nullable String compared;

    /// `id` is the sandbox's id.
    SnapshotsModel(String id) {
        this.id = id;
    }

    void show(HostState state) {
        history = SnapshotHistory.of(state, id);
    }

    SnapshotHistory history() {
        return history;
    }

    /// The sandbox as it is now, unless it was destroyed.
    Optional<TreeNode.SandboxNode> present() {
        return history.node(id).filter(TreeNode.SandboxNode.class::isInstance).map(TreeNode.SandboxNode.class::cast);
    }

    /// True if the sandbox runs, so that a snapshot of it can be taken.
    boolean running() {
        return present().filter(p -> p.sandbox().running()).isPresent();
    }

    /// True if there is neither a snapshot nor a related sandbox.
    boolean empty() {
        return history.taken().isEmpty() && history.lanes().size() < 2;
    }

    /// The title while there is no snapshot. A sandbox that is not running has to be started first.
    String emptyTitle() {
        return TEXTS.get(running() ? "snapshots.empty.title" : "snapshots.empty.stopped.title");
    }

    /// What a snapshot is, while there is none.
    String emptyText() {
        return TEXTS.get(running() ? "snapshots.empty.text" : "snapshots.empty.stopped.text");
    }

    /// The key of the selected node, or null.
    @Nullable
    String chosenKey() {
        return chosen;
    }

    Optional<TreeNode> chosen() {
        return history.node(chosen);
    }

    /// Selects a node; true if another one was selected before.
    boolean choose(TreeNode node) {
        boolean other = !node.key().equals(chosen);
        chosen = node.key();
        return other;
    }

    /// The node to select if the selected one no longer exists: the sandbox as it is now, or else the last one.
    Optional<TreeNode> fallback() {
        if (chosen().isPresent() || history.nodes().isEmpty()) {
            return Optional.empty();
        }
        return present()
                .map(TreeNode.class::cast)
                .or(() -> Optional.of(history.nodes().getLast()));
    }

    /// The key of the first side of the comparison, or null.
    @Nullable
    String comparedKey() {
        return compared;
    }

    Optional<TreeNode> compared() {
        return history.node(compared);
    }

    boolean comparing() {
        return compared != null;
    }

    /// Takes the selected node as the first side of a comparison, or ends the comparison that was begun.
    void toggleCompare() {
        compared = compared == null ? chosen : null;
    }

    void stopCompare() {
        compared = null;
    }

    /// The comparison that selecting this node completes; empty if none was begun, or it is the same node.
    Optional<ComparisonKey> comparison(TreeNode second) {
        return compared()
                .filter(first -> !first.key().equals(second.key()))
                .map(first -> TreeNode.comparison(first, second));
    }

    /// What the user is expected to do; empty text for nothing.
    String prompt() {
        return comparing() ? TEXTS.get("snapshots.pick") : "";
    }

    /// The running branches of a snapshot whose identity is not among the known ones.
    List<SnapshotLane> unchecked(TreeNode node, Set<String> known) {
        return node instanceof TreeNode.SnapshotNode snapshot
                ? history.branches(snapshot.snapshot()).stream()
                        .filter(lane -> lane.sandbox() != null && lane.sandbox().running())
                        .filter(lane -> !known.contains(lane.id()))
                        .toList()
                : List.of();
    }
}
