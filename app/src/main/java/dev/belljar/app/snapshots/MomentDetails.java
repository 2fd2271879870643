package dev.belljar.app.snapshots;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import dev.belljar.app.look.StateShape;
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
final class MomentDetails extends ScrollPane {
    private final Desk desk;
    private final MomentDeeds deeds;
    private final Runnable comparing;
    private final VBox all = new VBox();
    private final Button close = Parts.iconButton(Feather.X, "Close the details");
    private final VBox figures = Parts.column(6);
    private int count = 3;
    private @Nullable Object shown;
    private @Nullable Button compare;

    MomentDetails(Desk desk, MomentDeeds deeds, Runnable comparing) {
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
        Label words = Parts.prose(
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
            button.pseudoClassStateChanged(Pseudo.CHOSEN, now);
        }
    }

    /// Shows a moment; `checks` holds what is known of its branches' identities. What did not change stays, so that
    /// nobody's click or focus is lost.
    void show(Moment moment, History history, Map<String, IdentityCheck> checks) {
        Object next = look(moment, history, checks);
        if (!next.equals(shown)) {
            shown = next;
            build(moment, history, checks);
        }
        if (moment instanceof Moment.Present present) {
            figures(present.project());
        }
    }

    /// Everything that decides what is drawn, but for figures.
    private List<Object> look(Moment moment, History history, Map<String, IdentityCheck> checks) {
        List<Object> look = new ArrayList<>();
        switch (moment) {
            case Moment.Taken taken -> {
                look.add(taken);
                look.add(Figures.ago(desk.now() - taken.snapshot().created()));
                for (Lane branch : history.branches(taken.snapshot())) {
                    ProjectPicture project = branch.project();
                    look.add(branch.name() + (project == null ? " gone" : " " + Badges.word(project.sandbox())));
                    look.add(checks.containsKey(branch.id()));
                }
            }
            case Moment.Present present -> {
                look.add(present.key());
                look.add(present.project().name());
                look.add(Badges.word(present.project().sandbox()));
                long since = present.project().sandbox().status().since();
                look.add((desk.now() - since) / 60_000);
            }
        }
        return look;
    }

    private void build(Moment moment, History history, Map<String, IdentityCheck> checks) {
        switch (moment) {
            case Moment.Taken taken -> {
                List<Lane> branches = history.branches(taken.snapshot());
                all.getChildren().setAll(top(taken, history), deeds(taken), facts(taken.snapshot()));
                if (!branches.isEmpty()) {
                    all.getChildren().add(branches(branches, checks));
                }
                all.getChildren().add(more(taken, branches.size()));
            }
            case Moment.Present present -> all.getChildren().setAll(top(present), now(present), section(figures));
        }
    }

    private Node top(Moment.Taken moment, History history) {
        Snapshot snapshot = moment.snapshot();
        String lane = history.lane(moment.lane()).map(Lane::name).orElse(snapshot.sandboxName());
        String when = desk.moment(snapshot.created()) + ", " + Figures.ago(desk.now() - snapshot.created()) + ", of ";
        VBox top = title(
                moment.title(),
                Parts.row(0, Parts.text(when, "sm", "muted"), Parts.cut(Figures.printable(lane), "mono", "sm")));
        String note = snapshot.note();
        if (note != null) {
            Label words = Parts.prose(Figures.printable(note), 304);
            VBox.setMargin(words, new Insets(8, 0, 0, 0));
            top.getChildren().add(words);
        }
        return top;
    }

    private Node top(Moment.Present present) {
        ProjectPicture project = present.project();
        String since = Figures.ago(desk.now() - project.sandbox().status().since());
        return title(
                project.name() + " now",
                Parts.row(
                        6,
                        new StateShape(Badges.kind(project.sandbox()), 10),
                        Parts.text(Badges.word(project.sandbox()), "sm"),
                        Parts.text("since " + since.replace(" ago", ""), "sm", "muted")));
    }

    private VBox title(String words, Region under) {
        Label name = Parts.growing(Parts.cut(words, "h2"));
        VBox top = Parts.column(2, Parts.row(8, name, close), under);
        top.setPadding(new Insets(12, 16, 0, 16));
        return top;
    }

    private Node deeds(Moment.Taken moment) {
        Button restore = wide(Parts.button(Feather.ROTATE_CCW, "Restore"));
        restore.setOnAction(e -> deeds.branch(moment, 1));
        Parts.tip(restore, "One new sandbox continues from here; existing sandboxes are not changed", "R");
        VBox box = Parts.column(
                8,
                branch(moment),
                Parts.row(8, restore, compare()),
                Parts.prose("Restoring makes a new sandbox; the present stays as it is.", 304, "sm", "muted"));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
    }

    private Node now(Moment.Present present) {
        ProjectPicture project = present.project();
        Button open = wide(Parts.button(Feather.LOG_IN, "Open"));
        open.setOnAction(e -> deeds.enter(project));
        Button snapshot = wide(Parts.button(Feather.CAMERA, "Snapshot"));
        snapshot.setOnAction(e -> deeds.snapshot(project));
        snapshot.setDisable(!project.running());
        Node branch = branch(present);
        branch.setDisable(!project.running());
        Button compare = compare();
        compare.setDisable(!project.running());
        Button identity = wide(Parts.button(Feather.KEY, "Identity"));
        identity.setOnAction(e -> deeds.identity(project));
        identity.setDisable(!project.running());
        VBox box = Parts.column(8, branch, Parts.row(8, snapshot, compare), Parts.row(8, open, identity));
        box.setPadding(new Insets(12, 16, 14, 16));
        return box;
    }

    private HBox branch(Moment from) {
        Button branch = wide(Parts.button(Feather.GIT_BRANCH, "Branch ×" + count, "primary"));
        branch.setOnAction(e -> deeds.branch(from, count));
        Parts.tip(branch, "New sandboxes continue from here, side by side", "B");
        return Parts.row(8, branch, new Stepper(count, 16, n -> {
            count = n;
            branch.setText("Branch ×" + n);
        }));
    }

    private Button compare() {
        Button button = wide(Parts.button(Feather.COLUMNS, "Compare"));
        button.getStyleClass().add("compare");
        button.setOnAction(e -> comparing.run());
        Parts.tip(button, "Then choose the other moment in the tree", "C");
        compare = button;
        return button;
    }

    private Node facts(Snapshot snapshot) {
        VBox facts = Parts.column(6);
        fact(facts, "Paused for", snapshot.pauseMillis() + "", " ms", "");
        Figures.Amount size = Figures.bytes(snapshot.size());
        fact(facts, "Takes up", size.figure(), " " + size.unit(), "memory, devices and disk");
        if (snapshot.branch() != null) {
            fact(facts, "Branch", Figures.printable(snapshot.branch()), "", "");
        }
        String commit = snapshot.commit();
        if (commit != null) {
            fact(facts, "Commit", commit.substring(0, Math.min(7, commit.length())), "", "");
        }
        fact(facts, "Journal", "up to event " + String.format(java.util.Locale.ROOT, "%,d", snapshot.seq()), "", "");
        fact(facts, "Files", snapshot.work() == null ? "not read when it was taken" : "can be compared", "", "");
        return section(facts);
    }

    private void figures(ProjectPicture project) {
        figures.getChildren().clear();
        Gauges gauges = project.sandbox().status().gauges();
        if (gauges != null && project.running()) {
            Figures.Amount memory = Figures.bytes(gauges.memoryUsed());
            Figures.Amount disk = Figures.bytes(gauges.diskUsed());
            fact(figures, "Memory", memory.figure(), " " + memory.unit(), "");
            fact(figures, "Disk", disk.figure(), " " + disk.unit(), "over the base image");
            fact(figures, "Processes", Integer.toString(gauges.processes()), "", "running");
        } else {
            figures.getChildren().add(Parts.prose(Badges.kept(project.sandbox()) + ".", 304, "muted"));
        }
    }

    private Node branches(List<Lane> branches, Map<String, IdentityCheck> checks) {
        String title = branches.size() == 1
                ? "Branched once"
                : branches.size() == 2 ? "Branched twice" : "Branched " + branches.size() + " times";
        HBox head = Parts.row(8, Parts.text(title, "semi"), Parts.grow());
        List<IdentityCheck> known = branches.stream()
                .map(b -> checks.get(b.id()))
                .filter(java.util.Objects::nonNull)
                .toList();
        boolean bad = known.stream().anyMatch(c -> !c.ok());
        if (!known.isEmpty()) {
            Label tag = Parts.tag(bad ? "not all differ" : "all differ", bad ? "danger" : "ok");
            tag.setGraphic(Icon.of(bad ? Feather.X : Feather.CHECK, 12));
            head.getChildren().add(tag);
        }
        VBox rows = Parts.column(0, head);
        head.setPadding(new Insets(0, 0, 6, 0));
        branches.forEach(b -> rows.getChildren().add(branch(b)));
        Label words = Parts.prose(
                "Random seed, clock, machine-id, host keys and tokens are new in each.", 304, "sm", "muted");
        words.setPadding(new Insets(4, 0, 0, 0));
        rows.getChildren().add(words);
        return section(rows);
    }

    private Node branch(Lane lane) {
        ProjectPicture project = lane.project();
        HBox row = Parts.row(
                8,
                Icon.of(Feather.GIT_BRANCH, 14, "muted"),
                Parts.growing(Parts.cut(Figures.printable(lane.name()), "mono", "m12")));
        row.setMinHeight(28);
        if (project == null) {
            row.getChildren().add(Parts.text("gone", "sm", "faint"));
            return row;
        }
        row.getChildren()
                .addAll(
                        Parts.text(Badges.word(project.sandbox()), "sm", "muted"),
                        new StateShape(Badges.kind(project.sandbox()), 10));
        row.getStyleClass().add("branch-row");
        row.setOnMouseClicked(e -> deeds.enter(project));
        return row;
    }

    private Node more(Moment.Taken moment, int branches) {
        Button delete = Parts.button(Feather.TRASH_2, "Delete…", "flat", "quiet-danger");
        delete.setOnAction(e -> deeds.delete(moment, branches));
        String why = branches == 0
                ? ""
                : branches == 1 ? "one branch keeps what it needs" : branches + " branches keep what they need";
        HBox row = Parts.row(8, delete, Parts.grow(), Parts.text(why, "sm", "muted"));
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
        Label title = Parts.text(name, "sm", "faint");
        title.setMinWidth(88);
        title.setPrefWidth(88);
        boolean code = name.equals("Commit") || name.equals("Branch");
        HBox row = Parts.row(0, title, Parts.text(value, code ? new String[] {"mono", "m12"} : new String[0]));
        if (!unit.isEmpty()) {
            row.getChildren().add(Parts.text(unit, "faint"));
        }
        if (!aside.isEmpty()) {
            row.getChildren().add(Parts.cut("  " + aside, "sm", "muted"));
        }
        facts.getChildren().add(row);
    }

    private static VBox section(VBox content) {
        content.getStyleClass().setAll("details-section");
        return content;
    }
}
