package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.WaitingCounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.VBox;

/// The branches of a project, one row each, at the bottom of its card.
final class BranchRows extends VBox {
    private final Actions actions;
    private final Map<String, BranchRow> rows = new LinkedHashMap<>();

    BranchRows(Actions actions) {
        this.actions = actions;
        setMinWidth(0);
    }

    /// Shows which branches have pending approvals or waiting terminals.
    void waiting(WaitingCounts counts) {
        rows.values().forEach(row -> row.waiting(counts));
    }

    void show(List<BranchSummary> branches) {
        rows.keySet().retainAll(branches.stream().map(o -> o.sandbox().id()).toList());
        for (BranchSummary branch : branches) {
            rows.computeIfAbsent(branch.sandbox().id(), id -> new BranchRow(branch, actions))
                    .show(branch);
        }
        List<Node> next =
                branches.stream().map(o -> (Node) rows.get(o.sandbox().id())).toList();
        if (!getChildren().equals(next)) {
            getChildren().setAll(next);
        }
    }
}
