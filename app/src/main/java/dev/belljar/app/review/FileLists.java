package dev.belljar.app.review;

import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.SkippedFileList;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.FileChange;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The files that would come: what could run on the person's machine apart and unticked, the rest below it.
final class FileLists extends VBox {
    private static final double RED_ROWS = 6;
    private static final double RED_LEAST = 3;
    private static final int SAFE_LEAST = 3;
    private static final int OWN_ROWS = 4;
    private static final double ROW = 28;
    private static final double EDGES = 4;
    private static final double SKIPPED_PROSE = 560;

    private final ReviewModel model;
    private final Runnable changed;
    private final List<CheckBox> ticks = new ArrayList<>();
    private final CheckBox every = new CheckBox();

    FileLists(ReviewModel model, Runnable changed) {
        this.model = model;
        this.changed = changed;
        setPadding(new Insets(16, 0, 0, 0));
        setMinWidth(0);
        if (!model.risky().isEmpty()) {
            getChildren().add(red());
        }
        getChildren()
                .addAll(
                        head(Icon.of(Feather.CHECK, 14, "ok"), "Safe to bring", model.safe()),
                        UiParts.growing(
                                list(model.safe(), SAFE_LEAST, model.safe().size())));
        if (!model.own().isEmpty()) {
            Node words =
                    UiParts.text("Uncommitted when the sandbox was created; included in the branch.", "sm", "muted");
            VBox.setMargin(words, new Insets(0, 24, 4, 24));
            getChildren()
                    .addAll(
                            head(Icon.of(Feather.USER, 14, "muted"), "Your own uncommitted changes", model.own()),
                            words,
                            list(model.own(), OWN_ROWS, OWN_ROWS));
        }
        SkippedFileList skipped = new SkippedFileList(SKIPPED_PROSE);
        skipped.show(model.plan().diff());
        VBox.setMargin(skipped, new Insets(12, 16, 12, 16));
        getChildren().add(skipped);
    }

    private Node red() {
        every.setAccessibleText("Let everything that could run come");
        every.setOnAction(e -> ticks.forEach(t -> t.setSelected(every.isSelected())));
        HBox head = UiParts.row(
                8,
                every,
                Icon.of(Feather.ALERT_OCTAGON, 16, "danger"),
                UiParts.text("Could run on this computer", "semi", "danger"),
                UiParts.grow(),
                UiParts.text("left out unless you tick it", "sm", "muted"));
        head.getStyleClass().add("red-head");
        VBox rows = new VBox();
        model.risky().forEach(file -> rows.getChildren().add(risky(file)));
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        scroll.setPrefHeight(Math.min(RED_ROWS, model.risky().size()) * 45.0);
        scroll.setMinHeight(Math.min(RED_LEAST, model.risky().size()) * 45.0);
        VBox box = new VBox(head, scroll);
        box.getStyleClass().add("red-box");
        VBox.setMargin(box, new Insets(0, 16, 0, 16));
        return box;
    }

    private Node risky(FileChange file) {
        CheckBox tick = new CheckBox();
        tick.setAccessibleText("Bring " + file.path());
        tick.selectedProperty().addListener((at, was, now) -> {
            model.tick(file, now);
            long on = ticks.stream().filter(CheckBox::isSelected).count();
            every.setSelected(on == ticks.size());
            every.setIndeterminate(on > 0 && on < ticks.size());
            changed.run();
        });
        ticks.add(tick);
        HBox path = UiParts.row(
                8,
                UiParts.growing(UiParts.cut(FigureFormat.printable(file.path()), "mono", "m12")),
                ChangeCounts.of(file));
        String risk = file.risk() == null ? "" : file.risk();
        HBox row = UiParts.row(
                8,
                tick,
                ChangeCounts.mark(file),
                UiParts.growing(UiParts.column(1, path, UiParts.cut(risk, "sm", "muted"))));
        row.getStyleClass().add("red-line");
        return row;
    }

    private static Node head(Node icon, String words, List<FileChange> files) {
        HBox head = UiParts.row(
                8,
                icon,
                UiParts.text(words, "h3"),
                UiParts.grow(),
                UiParts.text(FigureFormat.many(files.size(), "file", "files"), "sm", "muted"),
                UiParts.text("+" + ReviewModel.added(files), "sm", "ok"),
                UiParts.text("−" + ReviewModel.removed(files), "sm", "danger"));
        head.setPadding(new Insets(16, 24, 4, 24));
        return head;
    }

    /// No higher than its files need, so that what comes next follows at once, and never less than `least` of them.
    private static ListView<FileChange> list(List<FileChange> files, int least, int most) {
        ListView<FileChange> list = new ListView<>();
        double whole = Math.min(most, files.size()) * ROW + EDGES;
        list.setMinHeight(Math.min(least, files.size()) * ROW + EDGES);
        list.setPrefHeight(whole);
        list.setMaxHeight(whole);
        list.setFixedCellSize(ROW);
        list.getItems().setAll(files);
        list.setCellFactory(view -> new SafeCell());
        return list;
    }

    /// A file that comes.
    private static final class SafeCell extends ListCell<FileChange> {
        SafeCell() {
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
