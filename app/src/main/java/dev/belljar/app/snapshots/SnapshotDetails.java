package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.DetailsPane;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.session.IdentityCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The details of a snapshot or of a sandbox as it is now: its facts, its actions and its branches.
final class SnapshotDetails extends DetailsPane {
    private static final Texts TEXTS = Texts.of(SnapshotDetails.class);

    private final UiContext context;
    private final Actions actions;
    private final Runnable comparing;
    private final VBox figures = UiParts.column(6);
    private int count = 3;
    private @Nullable Object shown;
    private @Nullable Button compare;

    SnapshotDetails(UiContext context, Actions actions, Runnable comparing) {
        super(TEXTS.get("details.none"));
        this.context = context;
        this.actions = actions;
        this.comparing = comparing;
    }

    /// Shows the Compare button pressed while the user selects the other side of the comparison.
    void comparing(boolean now) {
        Button button = compare;
        if (button != null) {
            button.pseudoClassStateChanged(PseudoClasses.CHOSEN, now);
        }
    }

    /// Shows a node; `checks` contains the known identity checks of its branches. Rebuilds the view only if
    /// something changed, so that no click or focus is lost.
    void show(TreeNode node, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        Object next = look(node, history, checks);
        if (!next.equals(shown)) {
            shown = next;
            build(node, history, checks);
        }
        if (node instanceof TreeNode.SandboxNode sandboxNode) {
            figures(sandboxNode.sandbox());
        }
    }

    /// Everything that the view depends on, except the figures.
    private List<Object> look(TreeNode node, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        List<Object> look = new ArrayList<>();
        switch (node) {
            case TreeNode.SnapshotNode snapshotNode -> {
                look.add(snapshotNode);
                look.add(
                        FigureFormat.ago(context.now() - snapshotNode.snapshot().created()));
                for (SnapshotLane branch : history.branches(snapshotNode.snapshot())) {
                    SandboxViewState sandbox = branch.sandbox();
                    look.add(branch.name() + (sandbox == null ? "" : " " + StateBadges.word(sandbox.reported())));
                    look.add(checks.containsKey(branch.id()));
                }
            }
            case TreeNode.SandboxNode sandboxNode -> {
                look.add(sandboxNode.key());
                look.add(sandboxNode.sandbox().name());
                look.add(StateBadges.word(sandboxNode.sandbox().reported()));
                long since = sandboxNode.sandbox().reported().status().since();
                look.add((context.now() - since) / 60_000);
            }
        }
        return look;
    }

    private void build(TreeNode node, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        List<Node> parts = new ArrayList<>();
        switch (node) {
            case TreeNode.SnapshotNode snapshotNode -> {
                List<SnapshotLane> branches = history.branches(snapshotNode.snapshot());
                parts.add(top(snapshotNode, history));
                parts.add(facts(snapshotNode.snapshot()));
                if (!branches.isEmpty()) {
                    parts.add(branches(branches, checks));
                }
                parts.add(more(snapshotNode, branches.size()));
            }
            case TreeNode.SandboxNode sandboxNode -> {
                parts.add(top(sandboxNode));
                parts.add(section(figures));
            }
        }
        fill(parts);
    }

    private Node top(TreeNode.SnapshotNode snapshotNode, SnapshotHistory history) {
        Snapshot snapshot = snapshotNode.snapshot();
        String lane = history.lane(snapshotNode.lane()).map(SnapshotLane::name).orElse(snapshot.sandboxName());
        String when = TEXTS.get(
                "details.when",
                context.dateTime(snapshot.created()),
                FigureFormat.ago(context.now() - snapshot.created()));
        VBox what = UiParts.column(
                8,
                UiParts.row(
                        4, UiParts.text(when, "sm", "muted"), UiParts.cut(FigureFormat.printable(lane), "mono", "sm")));
        String note = snapshot.note();
        if (note != null) {
            what.getChildren().add(UiParts.prose(FigureFormat.printable(note), PROSE));
        }
        SnapshotReason reason = snapshot.automatic();
        if (reason != null) {
            Button keep = UiParts.button(Feather.BOOKMARK, TEXTS.get("details.keep"), "small");
            keep.getStyleClass().add("keep-snapshot");
            keep.setOnAction(e -> actions.snapshots().keep(snapshot, snapshotNode.title()));
            UiParts.tip(keep, TEXTS.get("details.keep.tip"), "K");
            what.getChildren().addAll(UiParts.prose(TEXTS.get(reason), PROSE, "sm", "muted"), keep);
        }
        return head(snapshotNode.title(), List.of(), what, buttons(snapshotNode));
    }

    private Node top(TreeNode.SandboxNode sandboxNode) {
        SandboxViewState sandbox = sandboxNode.sandbox();
        String since = context.dateTime(sandbox.reported().status().since());
        return head(
                sandboxNode.title(),
                List.of(),
                UiParts.row(
                        6,
                        new StateShape(StateBadges.kind(sandbox.reported()), 10),
                        UiParts.text(StateBadges.word(sandbox.reported()), "sm"),
                        UiParts.text(TEXTS.get("details.since", since), "sm", "muted")),
                now(sandboxNode));
    }

    private Node buttons(TreeNode.SnapshotNode snapshotNode) {
        Button restore = wide(UiParts.button(Feather.ROTATE_CCW, TEXTS.get("details.restore")));
        restore.setOnAction(e -> snapshotNode.branch(actions.snapshots(), new BranchSandbox(null, 1)));
        UiParts.tip(restore, TEXTS.get("details.restore.tip"), "R");
        return UiParts.column(
                8,
                branch(snapshotNode),
                UiParts.row(8, restore, compare()),
                UiParts.prose(TEXTS.get("details.restore.about"), PROSE, "sm", "muted"));
    }

    private Node now(TreeNode.SandboxNode sandboxNode) {
        SandboxViewState sandbox = sandboxNode.sandbox();
        Button open = wide(UiParts.button(Feather.LOG_IN, TEXTS.get("details.open")));
        open.setOnAction(e -> actions.navigation().enter(sandbox.name()));
        Button snapshot = wide(UiParts.button(Feather.CAMERA, TEXTS.get("details.snapshot")));
        snapshot.setOnAction(e -> actions.navigation().open(new DialogKind.TakeSnapshot(sandbox)));
        snapshot.setDisable(!sandbox.running());
        Node branch = branch(sandboxNode);
        branch.setDisable(!sandbox.running());
        Button compare = compare();
        compare.setDisable(!sandbox.running());
        Button identity = wide(UiParts.button(Feather.KEY, TEXTS.get("details.identity")));
        identity.setOnAction(e -> actions.navigation().open(new DialogKind.ShowIdentity(sandbox)));
        identity.setDisable(!sandbox.running());
        return UiParts.column(8, branch, UiParts.row(8, snapshot, compare), UiParts.row(8, open, identity));
    }

    private HBox branch(TreeNode from) {
        Button branch = wide(UiParts.button(Feather.GIT_BRANCH, TEXTS.get("details.branch", count), "primary"));
        branch.setOnAction(e -> from.branch(actions.snapshots(), new BranchSandbox(null, count)));
        UiParts.tip(branch, TEXTS.get("details.branch.tip"), "B");
        return UiParts.row(8, branch, new NumberStepper(count, BranchSandbox.MOST, n -> {
            count = n;
            branch.setText(TEXTS.get("details.branch", n));
        }));
    }

    private Button compare() {
        Button button = wide(UiParts.button(Feather.COLUMNS, TEXTS.get("details.compare")));
        button.getStyleClass().add("compare");
        button.setOnAction(e -> comparing.run());
        UiParts.tip(button, TEXTS.get("details.compare.tip"), "C");
        compare = button;
        return button;
    }

    private Node facts(Snapshot snapshot) {
        VBox facts = UiParts.column(
                6,
                fact(TEXTS.get("details.fact.pause"), TEXTS.get("details.milliseconds", snapshot.pauseMillis())),
                fact(
                        TEXTS.get("details.fact.size"),
                        FigureFormat.bytes(snapshot.size()).toString()));
        String branch = snapshot.branch();
        if (branch != null) {
            facts.getChildren().add(codeFact(TEXTS.get("details.fact.branch"), branch));
        }
        String commit = snapshot.commit();
        if (commit != null) {
            facts.getChildren()
                    .add(codeFact(TEXTS.get("details.fact.commit"), commit.substring(0, Math.min(7, commit.length()))));
        }
        return section(facts);
    }

    private void figures(SandboxViewState sandbox) {
        Gauges gauges = sandbox.reported().status().gauges();
        if (gauges == null || !sandbox.running()) {
            figures.getChildren().setAll(UiParts.prose(StateBadges.kept(sandbox.reported()), PROSE, "muted"));
            return;
        }
        figures.getChildren()
                .setAll(
                        fact(
                                TEXTS.get("details.fact.memory"),
                                FigureFormat.bytes(gauges.memoryUsed()).toString()),
                        fact(
                                TEXTS.get("details.fact.disk"),
                                FigureFormat.bytes(gauges.diskUsed()).toString()),
                        fact(TEXTS.get("details.fact.processes"), Integer.toString(gauges.processes())));
    }

    private Node branches(List<SnapshotLane> branches, Map<String, IdentityCheck> checks) {
        String title = TEXTS.get("details.branches", branches.size());
        HBox head = UiParts.row(8, UiParts.text(title, "semi"), UiParts.grow());
        List<IdentityCheck> known = branches.stream()
                .map(b -> checks.get(b.id()))
                .filter(java.util.Objects::nonNull)
                .toList();
        boolean bad = known.stream().anyMatch(c -> !c.ok());
        if (!known.isEmpty()) {
            Label tag =
                    UiParts.tag(TEXTS.get(bad ? "details.identity.bad" : "details.identity.ok"), bad ? "danger" : "ok");
            tag.setGraphic(Icon.of(bad ? Feather.X : Feather.CHECK, 12));
            head.getChildren().add(tag);
        }
        VBox rows = UiParts.column(0, head);
        head.setPadding(new Insets(0, 0, 6, 0));
        branches.forEach(b -> rows.getChildren().add(branch(b)));
        Label words = UiParts.prose(TEXTS.get("details.branches.about"), PROSE, "sm", "muted");
        words.setPadding(new Insets(4, 0, 0, 0));
        rows.getChildren().add(words);
        return section(rows);
    }

    private Node branch(SnapshotLane lane) {
        SandboxViewState sandbox = lane.sandbox();
        HBox row = UiParts.row(
                8,
                Icon.of(Feather.GIT_BRANCH, 14, "muted"),
                UiParts.growing(UiParts.cut(FigureFormat.printable(lane.name()), "mono", "m12")));
        row.setMinHeight(28);
        if (sandbox == null) {
            row.getChildren().add(UiParts.text(TEXTS.get("details.branch.gone"), "sm", "faint"));
            return row;
        }
        row.getChildren()
                .addAll(
                        UiParts.text(StateBadges.word(sandbox.reported()), "sm", "muted"),
                        new StateShape(StateBadges.kind(sandbox.reported()), 10));
        row.getStyleClass().add("branch-row");
        row.setOnMouseClicked(e -> actions.navigation().enter(sandbox.name()));
        return row;
    }

    private Node more(TreeNode.SnapshotNode snapshotNode, int branches) {
        Button delete = UiParts.button(Feather.TRASH_2, TEXTS.get("details.delete"), "flat", "quiet-danger");
        delete.setOnAction(e -> snapshotNode.delete(actions.snapshots(), branches));
        String why = branches == 0 ? "" : TEXTS.get("details.delete.branches", branches);
        HBox row = UiParts.row(8, delete, UiParts.grow(), UiParts.text(why, "sm", "muted"));
        row.setPadding(new Insets(8, 16, 8, 6));
        row.getStyleClass().add("details-line");
        return row;
    }

    private static <B extends Button> B wide(B button) {
        HBox.setHgrow(button, javafx.scene.layout.Priority.ALWAYS);
        button.setMaxWidth(Double.MAX_VALUE);
        button.setPrefWidth(120);
        return button;
    }
}
