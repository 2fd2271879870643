package dev.belljar.app.review.past;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.past.PastChangesModel.PastFile;
import dev.belljar.app.review.past.PastChangesModel.PastRow;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.EscapeKey;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.work.FileChange;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Lists the files that had been changed up to the moment that is selected in the timeline, and says of each what is
/// known of its content then.
public final class PastChangesPane extends StackPane {
    private static final Texts TEXTS = Texts.of(PastChangesPane.class);
    private static final double LIST = 336;

    private final SandboxViewState sandbox;
    private final Actions actions;
    private final UiContext context;
    private final Consumer<String> present;
    private final Label title = UiParts.cut("", "med");
    private final Label note = UiParts.prose("", LIST - 32, "sm", "muted");
    private final ListView<PastRow> list = new ListView<>();
    private final StackPane details = new StackPane();
    private final HBox full;
    private List<FileChange> now = List.of();
    private @Nullable SelectedTime moment;
    private @Nullable WrittenFiles written;
    private @Nullable PastChangesModel model;
    private @Nullable UiTask<WrittenFiles> asking;

    /// `present` shows the changes of this file in the present.
    public PastChangesPane(SandboxViewState sandbox, Actions actions, UiContext context, Consumer<String> present) {
        this.sandbox = sandbox;
        this.actions = actions;
        this.context = context;
        this.present = present;
        list.setFixedCellSize(28);
        list.setAccessibleText(TEXTS.get("past.list"));
        list.getStyleClass().addAll("tree-list", "past-list");
        list.setCellFactory(view -> new PastCell());
        list.getSelectionModel().selectedItemProperty().addListener((at, was, row) -> {
            if (row != null && row.file() != null) {
                open(row.file());
            }
        });
        ContextMenus.on(
                list,
                () -> {
                    PastRow row = list.getSelectionModel().getSelectedItem();
                    return row == null || row.file() == null
                            ? List.of()
                            : List.of(ContextMenus.copy(
                                    TEXTS.get("past.copy"),
                                    FigureFormat.printable(row.file().path())));
                },
                () -> list);
        EscapeKey.pass(list, this);
        HBox head = UiParts.row(0, title);
        head.setPadding(new Insets(0, 16, 0, 16));
        head.setMinHeight(44);
        VBox.setMargin(list, new Insets(0, 8, 0, 8));
        VBox.setMargin(note, new Insets(8, 16, 12, 16));
        VBox left = UiParts.column(0, head, UiParts.growing(list), note);
        left.getStyleClass().add("change-tree");
        left.setMinWidth(LIST);
        left.setMaxWidth(LIST);
        details.setMinWidth(0);
        full = new HBox(left, UiParts.growing(details));
        full.setMinHeight(0);
    }

    /// Shows a moment; `changes` are those of the present. Nothing is requested again for the same moment.
    public void show(SelectedTime next, List<FileChange> changes) {
        SelectedTime before = moment;
        boolean other = before == null || before.at() != next.at();
        boolean snapshotKnown = !other && !snapshot(before).equals(snapshot(next));
        moment = next;
        if (other) {
            ask(next.at());
        }
        if (!changes.equals(now) || snapshotKnown) {
            now = List.copyOf(changes);
            draw();
        }
    }

    /// Stops waiting for an answer, and forgets the moment.
    public void close() {
        UiTask<WrittenFiles> old = asking;
        asking = null;
        moment = null;
        written = null;
        if (old != null) {
            old.cancel();
        }
    }

    private void ask(long at) {
        UiTask<WrittenFiles> old = asking;
        if (old != null) {
            old.cancel();
        }
        // While the user drags the moment, the last answer stays until the next one.
        if (written == null) {
            say(Feather.CLOCK, TEXTS.get("past.loading.title"), TEXTS.get("past.loading.text"));
        }
        asking = actions.sync()
                .written(sandbox.id(), at)
                .done(answer -> {
                    asking = null;
                    written = answer;
                    draw();
                })
                .failed(problem -> {
                    asking = null;
                    written = null;
                    getChildren().setAll(ProblemPane.screen(TEXTS.get("past.failed"), problem));
                })
                .begin();
    }

    private void draw() {
        WrittenFiles known = written;
        if (known == null) {
            return;
        }
        PastChangesModel next = new PastChangesModel(known, now);
        model = next;
        PastFile first = next.first();
        if (first == null && next.rows().isEmpty()) {
            say(Feather.GIT_COMMIT, TEXTS.get("past.none.title"), TEXTS.get("past.none.text") + " " + next.note());
            return;
        }
        title.setText(next.title());
        note.setText(next.note());
        note.setManaged(!next.note().isEmpty());
        PastRow chosen = list.getSelectionModel().getSelectedItem();
        String path =
                chosen == null || chosen.file() == null ? "" : chosen.file().path();
        list.getItems().setAll(next.rows());
        getChildren().setAll(full);
        list.getItems().stream()
                .filter(row -> row.file() != null && row.file().path().equals(path))
                .findFirst()
                .or(() -> list.getItems().stream()
                        .filter(row -> row.file() != null)
                        .findFirst())
                .ifPresentOrElse(
                        row -> list.getSelectionModel().select(row),
                        () -> details.getChildren().clear());
    }

    private void say(Feather icon, String words, String sentence) {
        getChildren().setAll(EmptyState.screen(icon, words, sentence));
    }

    private void open(PastFile file) {
        Node page = switch (file.group()) {
            case SAME -> {
                Button open = UiParts.button(TEXTS.get("past.same.open"), "primary");
                open.getStyleClass().add("show-present");
                open.setOnAction(e -> present.accept(file.path()));
                String text = TEXTS.get("past.same.text", at(file.before()));
                yield page(file, Feather.CHECK, TEXTS.get("past.same.title"), text, open);
            }
            case AGAIN ->
                page(
                        file,
                        Feather.HELP_CIRCLE,
                        TEXTS.get("past.again.title"),
                        TEXTS.get("past.again.text", at(file.before()), at(file.newest())) + " " + nearest(),
                        compare());
            case UNRECORDED ->
                page(
                        file,
                        Feather.HELP_CIRCLE,
                        TEXTS.get("past.unrecorded.title"),
                        TEXTS.get("past.unrecorded.text") + " " + nearest(),
                        compare());
            case OTHER ->
                page(
                        file,
                        Feather.EYE_OFF,
                        TEXTS.get("past.other.title"),
                        TEXTS.get("past.other.text", at(file.before())) + " " + nearest(),
                        compare());
        };
        details.getChildren().setAll(page);
    }

    private static Node page(PastFile file, Feather icon, String title, String text, Node... buttons) {
        Label path = UiParts.cut(FigureFormat.printable(file.path()), "mono");
        HBox head = UiParts.row(8, path);
        head.getStyleClass().add("tools");
        return UiParts.column(0, head, EmptyState.screen(icon, title, text, buttons));
    }

    private String nearest() {
        SelectedTime selected = moment;
        if (selected == null || selected.moment() == null) {
            return "";
        }
        return snapshot(selected)
                .map(from ->
                        TEXTS.get("past.compare.when", name(from), FigureFormat.span(selected.at() - from.created())))
                .orElseGet(() -> TEXTS.get("past.compare.none"));
    }

    private Node[] compare() {
        return snapshot(moment).stream()
                .map(from -> {
                    Button compare = UiParts.button(Feather.COLUMNS, TEXTS.get("past.compare", name(from)));
                    compare.getStyleClass().add("compare-past");
                    compare.setOnAction(e -> actions.navigation()
                            .compare(new ComparisonKey(from.id(), name(from), sandbox.id(), sandbox.name())));
                    return (Node) compare;
                })
                .toArray(Node[]::new);
    }

    private static Optional<Snapshot> snapshot(@Nullable SelectedTime selected) {
        PastState known = selected == null ? null : selected.moment();
        return known == null ? Optional.empty() : Optional.ofNullable(known.snapshot());
    }

    private static String name(Snapshot snapshot) {
        return snapshot.name() == null ? snapshot.id() : FigureFormat.printable(snapshot.name());
    }

    private String at(@Nullable Long time) {
        return time == null ? "" : context.dateTime(time);
    }

    /// A group or a file.
    private final class PastCell extends ListCell<PastRow> {
        PastCell() {
            setPrefWidth(0);
            setOnMouseClicked(e -> {
                PastRow row = getItem();
                PastChangesModel shown = model;
                if (row != null && row.file() == null && shown != null) {
                    shown.toggle(row.group());
                    list.getItems().setAll(shown.rows());
                }
            });
        }

        @Override
        protected void updateItem(@Nullable PastRow row, boolean empty) {
            super.updateItem(row, empty);
            if (empty || row == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            PastFile file = row.file();
            setGraphic(file == null ? group(row) : file(file));
            setAccessibleText(
                    file == null
                            ? TEXTS.get("past.row.spoken", PastChangesModel.group(row.group()), row.count())
                            : FigureFormat.printable(file.path()));
        }

        private HBox group(PastRow row) {
            HBox line = UiParts.row(
                    6,
                    Icon.of(row.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN, 12, "faint"),
                    UiParts.growing(UiParts.cut(PastChangesModel.group(row.group()), "med")),
                    UiParts.text(Integer.toString(row.count()), "sm", "faint"));
            line.setPadding(new Insets(0, 8, 0, 8));
            return line;
        }

        private HBox file(PastFile file) {
            Label name = UiParts.cut(FigureFormat.printable(file.path()));
            name.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
            HBox line = UiParts.row(8);
            if (file.change() != null) {
                line.getChildren().add(ChangeCounts.mark(file.change()));
            }
            line.getChildren().add(UiParts.growing(name));
            if (file.before() != null) {
                line.getChildren().add(UiParts.text(context.dateTime(file.before()), "sm", "faint"));
            }
            line.setPadding(new Insets(0, 8, 0, 24));
            UiParts.tip(name, FigureFormat.printable(file.path()), "");
            return line;
        }
    }
}
