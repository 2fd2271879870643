package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The details of a snapshot or of a sandbox as it is now: its facts, its actions and its branches.
final class SnapshotDetails extends ScrollPane {
    private static final Texts TEXTS = Texts.of(SnapshotDetails.class);

    /// The facts shown of a snapshot, or of a sandbox as it is now.
    private enum Fact {
        PAUSE,
        SIZE,
        BRANCH,
        COMMIT,
        MEMORY,
        DISK,
        PROCESSES
    }

    private final UiContext context;
    private final Actions actions;
    private final Runnable comparing;
    private final VBox all = new VBox();
    private final Button close = UiParts.iconButton(Feather.X, TEXTS.get("details.close"));
    private final VBox figures = UiParts.column(6);
    private int count = 3;
    private @Nullable Object shown;
    private @Nullable Button compare;

    SnapshotDetails(UiContext context, Actions actions, Runnable comparing) {
        this.context = context;
        this.actions = actions;
        this.comparing = comparing;
        getStyleClass().add("details");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setMinWidth(0);
        setPrefWidth(336);
        setContent(all);
        nothing();
    }

    /// Shows the close button while `over` is true.
    void closing(ReadOnlyBooleanProperty over, Runnable shut) {
        close.visibleProperty().bind(over);
        close.managedProperty().bind(over);
        close.setOnAction(e -> shut.run());
    }

    /// Shows a message that nothing is selected.
    void nothing() {
        Label words = UiParts.prose(TEXTS.get("details.none"), 288, "muted");
        VBox.setMargin(words, new Insets(24));
        shown = null;
        all.getChildren().setAll(words);
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
        switch (node) {
            case TreeNode.SnapshotNode snapshotNode -> {
                List<SnapshotLane> branches = history.branches(snapshotNode.snapshot());
                all.getChildren()
                        .setAll(top(snapshotNode, history), buttons(snapshotNode), facts(snapshotNode.snapshot()));
                if (!branches.isEmpty()) {
                    all.getChildren().add(branches(branches, checks));
                }
                all.getChildren().add(more(snapshotNode, branches.size()));
            }
            case TreeNode.SandboxNode sandboxNode ->
                all.getChildren().setAll(top(sandboxNode), now(sandboxNode), section(figures));
        }
    }

    private Node top(TreeNode.SnapshotNode snapshotNode, SnapshotHistory history) {
        Snapshot snapshot = snapshotNode.snapshot();
        String lane = history.lane(snapshotNode.lane()).map(SnapshotLane::name).orElse(snapshot.sandboxName());
        String when = TEXTS.get(
                "details.when",
                context.dateTime(snapshot.created()),
                FigureFormat.ago(context.now() - snapshot.created()));
        VBox top = title(
                snapshotNode.title(),
                UiParts.row(
                        4, UiParts.text(when, "sm", "muted"), UiParts.cut(FigureFormat.printable(lane), "mono", "sm")));
        String note = snapshot.note();
        if (note != null) {
            Label words = UiParts.prose(FigureFormat.printable(note), 304);
            VBox.setMargin(words, new Insets(8, 0, 0, 0));
            top.getChildren().add(words);
        }
        return top;
    }

    private Node top(TreeNode.SandboxNode sandboxNode) {
        SandboxViewState sandbox = sandboxNode.sandbox();
        String since = context.dateTime(sandbox.reported().status().since());
        return title(
                sandboxNode.title(),
                UiParts.row(
                        6,
                        new StateShape(StateBadges.kind(sandbox.reported()), 10),
                        UiParts.text(StateBadges.word(sandbox.reported()), "sm"),
                        UiParts.text(TEXTS.get("details.since", since), "sm", "muted")));
    }

    private VBox title(String words, Region under) {
        Label name = UiParts.growing(UiParts.cut(words, "h2"));
        VBox top = UiParts.column(2, UiParts.row(8, name, close), under);
        top.setPadding(new Insets(12, 16, 0, 16));
        return top;
    }

    private Node buttons(TreeNode.SnapshotNode snapshotNode) {
        Button restore = wide(UiParts.button(Feather.ROTATE_CCW, TEXTS.get("details.restore")));
        restore.setOnAction(e -> snapshotNode.branch(actions.snapshots(), new BranchSandbox(null, 1)));
        UiParts.tip(restore, TEXTS.get("details.restore.tip"), "R");
        VBox box = UiParts.column(
                8,
                branch(snapshotNode),
                UiParts.row(8, restore, compare()),
                UiParts.prose(TEXTS.get("details.restore.about"), 304, "sm", "muted"));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
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
        VBox box = UiParts.column(8, branch, UiParts.row(8, snapshot, compare), UiParts.row(8, open, identity));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
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
        VBox facts = UiParts.column(6);
        fact(
                facts,
                Fact.PAUSE,
                new FigureFormat.FormattedAmount(
                        Long.toString(snapshot.pauseMillis()), TEXTS.get("table.milliseconds")));
        fact(facts, Fact.SIZE, FigureFormat.bytes(snapshot.size()));
        if (snapshot.branch() != null) {
            fact(facts, Fact.BRANCH, new FigureFormat.FormattedAmount(FigureFormat.printable(snapshot.branch()), ""));
        }
        String commit = snapshot.commit();
        if (commit != null) {
            fact(
                    facts,
                    Fact.COMMIT,
                    new FigureFormat.FormattedAmount(commit.substring(0, Math.min(7, commit.length())), ""));
        }
        return section(facts);
    }

    private void figures(SandboxViewState sandbox) {
        figures.getChildren().clear();
        Gauges gauges = sandbox.reported().status().gauges();
        if (gauges != null && sandbox.running()) {
            fact(figures, Fact.MEMORY, FigureFormat.bytes(gauges.memoryUsed()));
            fact(figures, Fact.DISK, FigureFormat.bytes(gauges.diskUsed()));
            fact(figures, Fact.PROCESSES, new FigureFormat.FormattedAmount(Integer.toString(gauges.processes()), ""));
        } else {
            figures.getChildren().add(UiParts.prose(StateBadges.kept(sandbox.reported()), 304, "muted"));
        }
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
        Label words = UiParts.prose(TEXTS.get("details.branches.about"), 304, "sm", "muted");
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

    private static void fact(VBox facts, Fact fact, FigureFormat.FormattedAmount amount) {
        Label title = UiParts.text(TEXTS.get(fact), "sm", "faint");
        title.setMinWidth(88);
        title.setPrefWidth(88);
        boolean code = fact == Fact.COMMIT || fact == Fact.BRANCH;
        HBox row = UiParts.row(
                0, title, UiParts.text(amount.figure(), code ? new String[] {"mono", "m12"} : new String[0]));
        if (!amount.unit().isEmpty()) {
            row.getChildren().add(UiParts.text(" " + amount.unit(), "faint"));
        }
        facts.getChildren().add(row);
    }

    private static VBox section(VBox content) {
        content.getStyleClass().setAll("details-section");
        return content;
    }
}
