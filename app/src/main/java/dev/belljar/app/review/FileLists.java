package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.SkippedFileList;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The files of a sync: those that could run on the host in a separate list, unticked, and the others below
/// it. Each of them can be read.
final class FileLists extends VBox {
    private static final Texts TEXTS = Texts.of(FileLists.class);
    private static final double RED_ROWS = 6;
    private static final double RED_LEAST = 3;
    private static final int SAFE_LEAST = 3;
    private static final int OWN_ROWS = 4;
    private static final double ROW = 28;
    private static final double RED_ROW = 45;
    private static final double EDGES = 4;
    private static final double PROSE = 560;

    private final ReviewModel model;
    private final Runnable changed;
    private final Consumer<FileChange> read;
    private final Map<FileChange, HBox> lines = new HashMap<>();
    private final List<ListView<FileChange>> lists = new ArrayList<>();
    private final List<CheckBox> ticks = new ArrayList<>();
    private final CheckBox every = new CheckBox();

    /// `changed` runs after each change of a tick; `read` shows a file.
    FileLists(ReviewModel model, Runnable changed, Consumer<FileChange> read) {
        this.model = model;
        this.changed = changed;
        this.read = read;
        setPadding(new Insets(16, 0, 0, 0));
        setMinWidth(0);
        if (!model.risky().isEmpty()) {
            getChildren().add(red());
        }
        getChildren()
                .addAll(
                        head(Icon.of(Feather.CHECK, 14, "ok"), TEXTS.get("files.safe"), model.safe()),
                        UiParts.growing(
                                list(model.safe(), SAFE_LEAST, model.safe().size())));
        if (!model.own().isEmpty()) {
            Node words = UiParts.prose(TEXTS.get("files.own.text"), PROSE, "sm", "muted");
            VBox.setMargin(words, new Insets(0, 24, 4, 24));
            getChildren()
                    .addAll(
                            head(Icon.of(Feather.USER, 14, "muted"), TEXTS.get("files.own"), model.own()),
                            words,
                            list(model.own(), OWN_ROWS, OWN_ROWS));
        }
        SkippedFileList skipped = new SkippedFileList(PROSE);
        skipped.show(model.plan().diff());
        VBox.setMargin(skipped, new Insets(12, 16, 12, 16));
        getChildren().add(skipped);
    }

    private Node red() {
        every.setAccessibleText(TEXTS.get("files.every"));
        every.setOnAction(e -> ticks.forEach(t -> t.setSelected(every.isSelected())));
        HBox head = UiParts.row(
                8,
                every,
                Icon.of(Feather.ALERT_OCTAGON, 16, "danger"),
                UiParts.text(TEXTS.get("files.risky"), "semi", "danger"),
                UiParts.grow(),
                UiParts.text(TEXTS.get("files.risky.text"), "sm", "muted"));
        head.getStyleClass().add("red-head");
        VBox rows = new VBox();
        model.risky().forEach(file -> rows.getChildren().add(risky(file)));
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        // A reason may take two lines. The list is as high as its rows, up to a limit that leaves space for
        // the other lists.
        rows.heightProperty()
                .addListener((at, was, now) -> scroll.setPrefHeight(Math.min(RED_ROWS * RED_ROW, now.doubleValue())));
        scroll.setPrefHeight(Math.min(RED_ROWS, model.risky().size()) * RED_ROW);
        scroll.setMinHeight(Math.min(RED_LEAST, model.risky().size()) * RED_ROW);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox box = new VBox(head, scroll);
        box.getStyleClass().add("red-box");
        VBox.setMargin(box, new Insets(0, 16, 0, 16));
        return box;
    }

    private Node risky(FileChange file) {
        CheckBox tick = new CheckBox();
        tick.setAccessibleText(TEXTS.get("files.include", FigureFormat.printable(file.path())));
        tick.selectedProperty().addListener((at, was, now) -> {
            model.tick(file, now);
            long on = ticks.stream().filter(CheckBox::isSelected).count();
            every.setSelected(on == ticks.size());
            every.setIndeterminate(on > 0 && on < ticks.size());
            changed.run();
        });
        ticks.add(tick);
        Button look = UiParts.button(TEXTS.get("files.read"), "flat", "small", "read-file");
        look.setAccessibleText(TEXTS.get("files.read.name", FigureFormat.printable(file.path())));
        look.setOnAction(e -> read.accept(file));
        String risk = file.risk() == null ? "" : file.risk();
        VBox words = UiParts.column(
                1,
                UiParts.cut(FigureFormat.printable(file.path()), "mono", "m12"),
                UiParts.prose(risk, Double.MAX_VALUE, "sm", "muted"));
        words.setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        HBox row = UiParts.row(8, tick, ChangeCounts.mark(file), UiParts.growing(words), ChangeCounts.of(file), look);
        row.getStyleClass().add("red-line");
        row.setOnMouseClicked(e -> read.accept(file));
        lines.put(file, row);
        return row;
    }

    /// Marks the file being read; null for none.
    void mark(@Nullable FileChange file) {
        lines.forEach((one, row) -> row.pseudoClassStateChanged(PseudoClasses.CHOSEN, one.equals(file)));
        lists.stream()
                .filter(list -> file == null || !list.getItems().contains(file))
                .forEach(list -> list.getSelectionModel().clearSelection());
    }

    private static Node head(Node icon, String words, List<FileChange> files) {
        HBox head = UiParts.row(
                8,
                icon,
                UiParts.text(words, "h3"),
                UiParts.grow(),
                UiParts.text(TEXTS.get("files.count", files.size()), "sm", "muted"),
                UiParts.text("+" + ReviewModel.added(files), "sm", "ok"),
                UiParts.text("−" + ReviewModel.removed(files), "sm", "danger"));
        head.setPadding(new Insets(16, 24, 4, 24));
        return head;
    }

    /// A list no higher than its files need, so that the next one follows at once, and with at least `least`
    /// rows visible.
    private ListView<FileChange> list(List<FileChange> files, int least, int most) {
        ListView<FileChange> list = new ListView<>();
        double whole = Math.min(most, files.size()) * ROW + EDGES;
        list.setMinHeight(Math.min(least, files.size()) * ROW + EDGES);
        list.setPrefHeight(whole);
        list.setMaxHeight(whole);
        list.setFixedCellSize(ROW);
        list.getItems().setAll(files);
        list.setCellFactory(view -> new IncludedFileCell());
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (now != null) {
                read.accept(now);
            }
        });
        lists.add(list);
        return list;
    }

    /// The cell of a file that is included in the sync.
    private static final class IncludedFileCell extends ListCell<FileChange> {
        IncludedFileCell() {
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable FileChange file, boolean empty) {
            super.updateItem(file, empty);
            if (empty || file == null) {
                setGraphic(null);
                return;
            }
            int slash = file.path().lastIndexOf('/') + 1;
            HBox path = UiParts.row(
                    0,
                    UiParts.cut(FigureFormat.printable(file.path().substring(0, slash)), "mono", "m12", "faint"),
                    UiParts.text(FigureFormat.printable(file.path().substring(slash)), "mono", "m12"));
            HBox row = UiParts.row(8, ChangeCounts.mark(file), UiParts.growing(path), ChangeCounts.of(file));
            row.setAlignment(Pos.CENTER_LEFT);
            row.setPadding(new Insets(0, 24, 0, 24));
            setGraphic(row);
        }
    }
}
