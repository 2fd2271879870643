package dev.belljar.app.timeline;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.DetailsPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What was going on at the selected moment: processes, traffic, changed folders, the nearest marks, and the snapshot
/// from which a branch would start.
final class TimelineDetails extends DetailsPane {
    private static final Texts TEXTS = Texts.of(TimelineDetails.class);
    private static final int LONGEST = 200;
    private static final String WORKSPACE = "/workspace";

    /// What the buttons and rows of the details do.
    interface TimelineDetailActions {
        /// Shows a process or mark on its own screen.
        void open(TimelineTarget target);

        /// Shows all processes of the moment.
        void processes();

        /// Asks for the name and number of branches from the moment's snapshot.
        void branch();

        /// Selects the nearest event before the moment, or after it.
        void step(boolean later);

        /// Shows the present again.
        void clear();
    }

    private final UiContext context;
    private final TimelineDetailActions actions;
    private final Label ago = UiParts.text("", "sm", "muted");
    private @Nullable SelectedTime shown;
    private @Nullable TimelineTarget target;

    TimelineDetails(UiContext context, TimelineDetailActions actions) {
        super(TEXTS.get("timeline.details.none"));
        this.context = context;
        this.actions = actions;
    }

    /// Shows a moment, and the process or mark that was clicked; rebuilds the details only if something changed, so
    /// that no click or focus is lost.
    void show(SelectedTime moment, Optional<TimelineTarget> chosen) {
        ago.setText(TEXTS.get("timeline.ago", FigureFormat.span(Math.max(0, context.now() - moment.at()))));
        if (moment.equals(shown) && Objects.equals(target, chosen.orElse(null))) {
            return;
        }
        shown = moment;
        target = chosen.orElse(null);
        SelectedTimeModel model = new SelectedTimeModel(moment);
        List<Node> parts = new ArrayList<>();
        HBox steps = UiParts.row(
                0,
                ago,
                UiParts.grow(),
                step(Feather.SKIP_BACK, TEXTS.get("timeline.step.before"), "Ctrl ←", false),
                step(Feather.SKIP_FORWARD, TEXTS.get("timeline.step.after"), "Ctrl →", true));
        parts.add(head(context.dateTime(moment.at()), List.of(), steps));
        chosen.ifPresent(one -> parts.add(chosen(one)));
        model.moment()
                .ifPresentOrElse(known -> sections(parts, known, model), () -> parts.add(unknown(model.problem())));
        parts.add(foot());
        fill(parts);
    }

    /// Forgets the moment, so that the next one is drawn.
    void clear() {
        shown = null;
        target = null;
        nothing();
    }

    private void sections(List<Node> parts, PastState moment, SelectedTimeModel model) {
        parts.add(running(model));
        if (!moment.traffic().isEmpty() || !moment.folders().isEmpty()) {
            parts.add(moving(moment));
        }
        if (!moment.marks().isEmpty()) {
            parts.add(around(moment));
        }
        parts.add(branch(model));
    }

    private static Node unknown(String problem) {
        return section(UiParts.column(
                4,
                problem.isEmpty()
                        ? UiParts.text(TEXTS.get("timeline.details.loading"), "sm", "muted")
                        : UiParts.prose(problem, PROSE, "sm", "danger")));
    }

    private Button step(Feather icon, String name, String key, boolean later) {
        Button button = UiParts.iconButton(icon, name, "small");
        UiParts.tip(button, name, key);
        button.setOnAction(e -> actions.step(later));
        return button;
    }

    /// The clicked process or mark, with a way to its own screen.
    private Node chosen(TimelineTarget one) {
        Button open = UiParts.withKey(UiParts.button(Feather.EXTERNAL_LINK, screen(one), "small"), "Enter");
        open.getStyleClass().add("open-target");
        open.setOnAction(e -> actions.open(one));
        return section(UiParts.column(
                8, UiParts.prose(TimelineLabels.describe(one, context), PROSE, "sm"), UiParts.row(0, open)));
    }

    /// The name of the screen that shows this.
    private static String screen(TimelineTarget one) {
        return switch (one) {
            case TimelineTarget.MarkTarget mark ->
                switch (mark.mark().kind()) {
                    case SNAPSHOT -> TEXTS.get("timeline.open.snapshots");
                    case COMMIT, SYNC -> TEXTS.get("timeline.open.changes");
                    case APPROVAL, BLOCKED -> TEXTS.get("timeline.open.network");
                    case STATE -> TEXTS.get("timeline.open.log");
                };
            default -> TEXTS.get("timeline.open.processes");
        };
    }

    private Node running(SelectedTimeModel model) {
        VBox rows = UiParts.column(0, title(TEXTS.get("timeline.details.running")));
        for (ProcessRow row : model.newest()) {
            Region swatch = new Region();
            swatch.getStyleClass().addAll("swatch", "ink-flow");
            String name = VisibleGuestText.shown(row.comm(), LONGEST) + " " + row.pid();
            String time = TEXTS.get("timeline.for", FigureFormat.span(Math.max(0, model.at() - row.started())));
            rows.getChildren().add(link(row(swatch, name, true, time), () -> actions.open(process(row, model.at()))));
        }
        if (model.newest().isEmpty()) {
            rows.getChildren().add(UiParts.text(TEXTS.get("timeline.details.running.none"), "sm", "muted"));
        } else if (model.more() > 0) {
            Label more = UiParts.text(TEXTS.get("timeline.details.more", model.more()), "sm", "accent");
            rows.getChildren().add(link(UiParts.row(0, more), actions::processes));
        }
        return section(rows);
    }

    private static TimelineTarget process(ProcessRow row, long at) {
        return new TimelineTarget.ProcessTarget(
                new ProcessBar(
                        row.pid(),
                        row.start(),
                        row.comm(),
                        row.argv(),
                        row.started(),
                        row.ended(),
                        row.code(),
                        row.signal(),
                        false),
                at);
    }

    private static Node moving(PastState moment) {
        VBox rows = UiParts.column(0, title(TEXTS.get("timeline.details.moving")));
        moment.traffic().stream().limit(SelectedTimeModel.LISTED).forEach(traffic -> {
            boolean down = traffic.down() >= traffic.up();
            String bytes = FigureFormat.bytes(traffic.up() + traffic.down()).toString();
            Node icon = Icon.of(down ? Feather.ARROW_DOWN : Feather.ARROW_UP, 14, "accent");
            rows.getChildren().add(row(icon, VisibleGuestText.name(traffic.name(), LONGEST), true, bytes));
        });
        moment.folders().stream().limit(SelectedTimeModel.LISTED).forEach(folder -> {
            Node icon = Icon.of(Feather.FILE_PLUS, 14, "ok");
            String files = TEXTS.get("timeline.files", folder.files());
            rows.getChildren().add(row(icon, folder(folder.path()), true, files));
        });
        return section(rows);
    }

    private static String folder(String path) {
        return VisibleGuestText.shown(path.equals(".") ? WORKSPACE : path, LONGEST);
    }

    private Node around(PastState moment) {
        VBox rows = UiParts.column(0, title(TEXTS.get("timeline.details.around")));
        moment.marks().stream()
                .limit(MOST_ROWS)
                .map(mark -> mark(mark, moment.at()))
                .forEach(rows.getChildren()::add);
        return section(rows);
    }

    /// A mark with its distance from the moment, which opens it.
    private HBox mark(TimelineMark mark, long moment) {
        Feather icon = switch (mark.kind()) {
            case SNAPSHOT -> Feather.CAMERA;
            case COMMIT -> Feather.GIT_COMMIT;
            case SYNC -> Feather.REFRESH_CW;
            case APPROVAL, BLOCKED -> mark.failed() ? Feather.X : Feather.CHECK;
            case STATE -> Feather.ACTIVITY;
        };
        String name = MarkPlacer.main(mark, false);
        HBox row = row(
                Icon.of(icon, 14, mark.failed() ? "danger" : "muted"),
                name.isEmpty() ? TimelineLabels.title(mark.kind()) : name,
                mark.kind() == TimelineMark.Kind.COMMIT,
                TimelineLabels.distance(mark.at(), moment));
        return link(row, () -> actions.open(new TimelineTarget.MarkTarget(mark)));
    }

    private Node branch(SelectedTimeModel model) {
        Button branch = UiParts.withKey(
                UiParts.button(Feather.GIT_BRANCH, TEXTS.get("timeline.branch"), "primary", "branch-here"), "B");
        branch.setMaxWidth(Double.MAX_VALUE);
        branch.setDisable(model.snapshot().isEmpty());
        branch.setOnAction(e -> actions.branch());
        VBox words = UiParts.column(8, branch, UiParts.prose(model.branch(), PROSE, "sm", "muted"));
        if (!model.since().isEmpty()) {
            VBox since = UiParts.column(0, UiParts.prose(model.since(), PROSE, "sm", "muted"));
            model.newestSince().stream().map(mark -> mark(mark, model.at())).forEach(since.getChildren()::add);
            words.getChildren().add(since);
        }
        return section(words);
    }

    private Node foot() {
        Button clear = UiParts.withKey(UiParts.button(TEXTS.get("timeline.clear"), "flat", "small"), "Esc");
        clear.getStyleClass().add("clear-moment");
        clear.setOnAction(e -> actions.clear());
        Label words = UiParts.prose(TEXTS.get("timeline.everywhere"), PROSE - 100, "sm", "muted");
        return section(UiParts.column(0, UiParts.row(8, UiParts.growing(words), clear)));
    }

    private static Label title(String words) {
        return UiParts.text(words, "sm", "semi", "details-title");
    }

    private static HBox row(Node icon, String name, boolean code, String end) {
        Label label = code ? UiParts.cut(name, "mono", "m12") : UiParts.cut(name, "sm", "plain");
        label.setTextOverrun(code ? OverrunStyle.CENTER_ELLIPSIS : OverrunStyle.ELLIPSIS);
        HBox row = UiParts.row(8, icon, UiParts.growing(label), UiParts.text(end, "sm", "muted"));
        row.setMinHeight(24);
        return row;
    }

    /// Lets a row be clicked, or chosen with the keyboard.
    private static HBox link(HBox row, Runnable action) {
        row.getStyleClass().add("details-link");
        row.setFocusTraversable(true);
        row.setAccessibleRole(AccessibleRole.HYPERLINK);
        row.setOnMouseClicked(e -> action.run());
        row.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                action.run();
                e.consume();
            }
        });
        return row;
    }
}
