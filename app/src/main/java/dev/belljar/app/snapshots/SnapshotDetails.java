package dev.belljar.app.snapshots;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.PseudoClasses;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.IdentityCheck;
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

/// One moment from all sides: what it is, what can be done from it, and what came from it.
final class SnapshotDetails extends ScrollPane {
    private final UiContext desk;
    private final SnapshotActions deeds;
    private final Runnable comparing;
    private final VBox all = new VBox();
    private final Button close = UiParts.iconButton(Feather.X, "Close the details");
    private final VBox figures = UiParts.column(6);
    private int count = 3;
    private @Nullable Object shown;
    private @Nullable Button compare;

    SnapshotDetails(UiContext desk, SnapshotActions deeds, Runnable comparing) {
        this.desk = desk;
        this.deeds = deeds;
        this.comparing = comparing;
        getStyleClass().add("details");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setMinWidth(0);
        setPrefWidth(336);
        setContent(all);
        nothing();
    }

    /// Offers to close it while `over` holds.
    void closing(ReadOnlyBooleanProperty over, Runnable shut) {
        close.visibleProperty().bind(over);
        close.managedProperty().bind(over);
        close.setOnAction(e -> shut.run());
    }

    /// No moment is chosen.
    void nothing() {
        Label words = UiParts.prose(
                "Choose a moment to see how long it took, what it takes up, and what can be done from it.",
                288,
                "muted");
        VBox.setMargin(words, new Insets(24));
        shown = null;
        all.getChildren().setAll(words);
    }

    /// Shows the Compare button pressed while a second moment is looked for.
    void comparing(boolean now) {
        Button button = compare;
        if (button != null) {
            button.pseudoClassStateChanged(PseudoClasses.CHOSEN, now);
        }
    }

    /// Shows a moment; `checks` holds what is known of its branches' identities. What did not change stays, so that
    /// nobody's click or focus is lost.
    void show(TreeNode moment, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        Object next = look(moment, history, checks);
        if (!next.equals(shown)) {
            shown = next;
            build(moment, history, checks);
        }
        if (moment instanceof TreeNode.Present present) {
            figures(present.project());
        }
    }

    /// Everything that decides what is drawn, but for figures.
    private List<Object> look(TreeNode moment, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        List<Object> look = new ArrayList<>();
        switch (moment) {
            case TreeNode.Taken taken -> {
                look.add(taken);
                look.add(FigureFormat.ago(desk.now() - taken.snapshot().created()));
                for (SnapshotLane branch : history.branches(taken.snapshot())) {
                    ProjectState project = branch.project();
                    look.add(branch.name() + (project == null ? " gone" : " " + StateBadges.word(project.sandbox())));
                    look.add(checks.containsKey(branch.id()));
                }
            }
            case TreeNode.Present present -> {
                look.add(present.key());
                look.add(present.project().name());
                look.add(StateBadges.word(present.project().sandbox()));
                long since = present.project().sandbox().status().since();
                look.add((desk.now() - since) / 60_000);
            }
        }
        return look;
    }

    private void build(TreeNode moment, SnapshotHistory history, Map<String, IdentityCheck> checks) {
        switch (moment) {
            case TreeNode.Taken taken -> {
                List<SnapshotLane> branches = history.branches(taken.snapshot());
                all.getChildren().setAll(top(taken, history), deeds(taken), facts(taken.snapshot()));
                if (!branches.isEmpty()) {
                    all.getChildren().add(branches(branches, checks));
                }
                all.getChildren().add(more(taken, branches.size()));
            }
            case TreeNode.Present present -> all.getChildren().setAll(top(present), now(present), section(figures));
        }
    }

    private Node top(TreeNode.Taken moment, SnapshotHistory history) {
        Snapshot snapshot = moment.snapshot();
        String lane = history.lane(moment.lane()).map(SnapshotLane::name).orElse(snapshot.sandboxName());
        String when =
                desk.moment(snapshot.created()) + ", " + FigureFormat.ago(desk.now() - snapshot.created()) + ", of ";
        VBox top = title(
                moment.title(),
                UiParts.row(
                        0, UiParts.text(when, "sm", "muted"), UiParts.cut(FigureFormat.printable(lane), "mono", "sm")));
        String note = snapshot.note();
        if (note != null) {
            Label words = UiParts.prose(FigureFormat.printable(note), 304);
            VBox.setMargin(words, new Insets(8, 0, 0, 0));
            top.getChildren().add(words);
        }
        return top;
    }

    private Node top(TreeNode.Present present) {
        ProjectState project = present.project();
        String since = FigureFormat.ago(desk.now() - project.sandbox().status().since());
        return title(
                project.name() + " now",
                UiParts.row(
                        6,
                        new StateShape(StateBadges.kind(project.sandbox()), 10),
                        UiParts.text(StateBadges.word(project.sandbox()), "sm"),
                        UiParts.text("since " + since.replace(" ago", ""), "sm", "muted")));
    }

    private VBox title(String words, Region under) {
        Label name = UiParts.growing(UiParts.cut(words, "h2"));
        VBox top = UiParts.column(2, UiParts.row(8, name, close), under);
        top.setPadding(new Insets(12, 16, 0, 16));
        return top;
    }

    private Node deeds(TreeNode.Taken moment) {
        Button restore = wide(UiParts.button(Feather.ROTATE_CCW, "Restore"));
        restore.setOnAction(e -> deeds.branch(moment, 1));
        UiParts.tip(restore, "One new sandbox continues from here; existing sandboxes are not changed", "R");
        VBox box = UiParts.column(
                8,
                branch(moment),
                UiParts.row(8, restore, compare()),
                UiParts.prose("Restoring makes a new sandbox; the present stays as it is.", 304, "sm", "muted"));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
    }

    private Node now(TreeNode.Present present) {
        ProjectState project = present.project();
        Button open = wide(UiParts.button(Feather.LOG_IN, "Open"));
        open.setOnAction(e -> deeds.enter(project));
        Button snapshot = wide(UiParts.button(Feather.CAMERA, "Snapshot"));
        snapshot.setOnAction(e -> deeds.snapshot(project));
        snapshot.setDisable(!project.running());
        Node branch = branch(present);
        branch.setDisable(!project.running());
        Button compare = compare();
        compare.setDisable(!project.running());
        Button identity = wide(UiParts.button(Feather.KEY, "Identity"));
        identity.setOnAction(e -> deeds.identity(project));
        identity.setDisable(!project.running());
        VBox box = UiParts.column(8, branch, UiParts.row(8, snapshot, compare), UiParts.row(8, open, identity));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
    }

    private HBox branch(TreeNode from) {
        Button branch = wide(UiParts.button(Feather.GIT_BRANCH, "Branch ×" + count, "primary"));
        branch.setOnAction(e -> deeds.branch(from, count));
        UiParts.tip(branch, "New sandboxes continue from here, side by side", "B");
        return UiParts.row(8, branch, new NumberStepper(count, 16, n -> {
            count = n;
            branch.setText("Branch ×" + n);
        }));
    }

    private Button compare() {
        Button button = wide(UiParts.button(Feather.COLUMNS, "Compare"));
        button.getStyleClass().add("compare");
        button.setOnAction(e -> comparing.run());
        UiParts.tip(button, "Then choose the other moment in the tree", "C");
        compare = button;
        return button;
    }

    private Node facts(Snapshot snapshot) {
        VBox facts = UiParts.column(6);
        fact(facts, "Paused for", snapshot.pauseMillis() + "", " ms", "");
        FigureFormat.Amount size = FigureFormat.bytes(snapshot.size());
        fact(facts, "Takes up", size.figure(), " " + size.unit(), "memory, devices and disk");
        if (snapshot.branch() != null) {
            fact(facts, "Branch", FigureFormat.printable(snapshot.branch()), "", "");
        }
        String commit = snapshot.commit();
        if (commit != null) {
            fact(facts, "Commit", commit.substring(0, Math.min(7, commit.length())), "", "");
        }
        fact(facts, "Journal", "up to event " + String.format(java.util.Locale.ROOT, "%,d", snapshot.seq()), "", "");
        fact(facts, "Files", snapshot.work() == null ? "not read when it was taken" : "can be compared", "", "");
        return section(facts);
    }

    private void figures(ProjectState project) {
        figures.getChildren().clear();
        Gauges gauges = project.sandbox().status().gauges();
        if (gauges != null && project.running()) {
            FigureFormat.Amount memory = FigureFormat.bytes(gauges.memoryUsed());
            FigureFormat.Amount disk = FigureFormat.bytes(gauges.diskUsed());
            fact(figures, "Memory", memory.figure(), " " + memory.unit(), "");
            fact(figures, "Disk", disk.figure(), " " + disk.unit(), "over the base image");
            fact(figures, "Processes", Integer.toString(gauges.processes()), "", "running");
        } else {
            figures.getChildren().add(UiParts.prose(StateBadges.kept(project.sandbox()) + ".", 304, "muted"));
        }
    }

    private Node branches(List<SnapshotLane> branches, Map<String, IdentityCheck> checks) {
        String title = branches.size() == 1
                ? "Branched once"
                : branches.size() == 2 ? "Branched twice" : "Branched " + branches.size() + " times";
        HBox head = UiParts.row(8, UiParts.text(title, "semi"), UiParts.grow());
        List<IdentityCheck> known = branches.stream()
                .map(b -> checks.get(b.id()))
                .filter(java.util.Objects::nonNull)
                .toList();
        boolean bad = known.stream().anyMatch(c -> !c.ok());
        if (!known.isEmpty()) {
            Label tag = UiParts.tag(bad ? "not all differ" : "all differ", bad ? "danger" : "ok");
            tag.setGraphic(Icon.of(bad ? Feather.X : Feather.CHECK, 12));
            head.getChildren().add(tag);
        }
        VBox rows = UiParts.column(0, head);
        head.setPadding(new Insets(0, 0, 6, 0));
        branches.forEach(b -> rows.getChildren().add(branch(b)));
        Label words = UiParts.prose(
                "Random seed, clock, machine-id, host keys and tokens are new in each.", 304, "sm", "muted");
        words.setPadding(new Insets(4, 0, 0, 0));
        rows.getChildren().add(words);
        return section(rows);
    }

    private Node branch(SnapshotLane lane) {
        ProjectState project = lane.project();
        HBox row = UiParts.row(
                8,
                Icon.of(Feather.GIT_BRANCH, 14, "muted"),
                UiParts.growing(UiParts.cut(FigureFormat.printable(lane.name()), "mono", "m12")));
        row.setMinHeight(28);
        if (project == null) {
            row.getChildren().add(UiParts.text("gone", "sm", "faint"));
            return row;
        }
        row.getChildren()
                .addAll(
                        UiParts.text(StateBadges.word(project.sandbox()), "sm", "muted"),
                        new StateShape(StateBadges.kind(project.sandbox()), 10));
        row.getStyleClass().add("branch-row");
        row.setOnMouseClicked(e -> deeds.enter(project));
        return row;
    }

    private Node more(TreeNode.Taken moment, int branches) {
        Button delete = UiParts.button(Feather.TRASH_2, "Delete…", "flat", "quiet-danger");
        delete.setOnAction(e -> deeds.delete(moment, branches));
        String why = branches == 0
                ? ""
                : branches == 1 ? "one branch keeps what it needs" : branches + " branches keep what they need";
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

    private static void fact(VBox facts, String name, String value, String unit, String aside) {
        Label title = UiParts.text(name, "sm", "faint");
        title.setMinWidth(88);
        title.setPrefWidth(88);
        boolean code = name.equals("Commit") || name.equals("Branch");
        HBox row = UiParts.row(0, title, UiParts.text(value, code ? new String[] {"mono", "m12"} : new String[0]));
        if (!unit.isEmpty()) {
            row.getChildren().add(UiParts.text(unit, "faint"));
        }
        if (!aside.isEmpty()) {
            row.getChildren().add(UiParts.cut("  " + aside, "sm", "muted"));
        }
        facts.getChildren().add(row);
    }

    private static VBox section(VBox content) {
        content.getStyleClass().setAll("details-section");
        return content;
    }
}
