package dev.belljar.app.review;

import dev.belljar.app.look.Counts;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.SkippedFileList;
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
                        Parts.growing(
                                list(model.safe(), SAFE_LEAST, model.safe().size())));
        if (!model.own().isEmpty()) {
            Node words = Parts.text("Uncommitted when the sandbox was created; included in the branch.", "sm", "muted");
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
        HBox head = Parts.row(
                8,
                every,
                Icon.of(Feather.ALERT_OCTAGON, 16, "danger"),
                Parts.text("Could run on this computer", "semi", "danger"),
                Parts.grow(),
                Parts.text("left out unless you tick it", "sm", "muted"));
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
        HBox path =
                Parts.row(8, Parts.growing(Parts.cut(Figures.printable(file.path()), "mono", "m12")), Counts.of(file));
        String risk = file.risk() == null ? "" : file.risk();
        HBox row = Parts.row(
                8, tick, Counts.mark(file), Parts.growing(Parts.column(1, path, Parts.cut(risk, "sm", "muted"))));
        row.getStyleClass().add("red-line");
        return row;
    }

    private static Node head(Node icon, String words, List<FileChange> files) {
        HBox head = Parts.row(
                8,
                icon,
                Parts.text(words, "h3"),
                Parts.grow(),
                Parts.text(Figures.many(files.size(), "file", "files"), "sm", "muted"),
                Parts.text("+" + ReviewModel.added(files), "sm", "ok"),
                Parts.text("−" + ReviewModel.removed(files), "sm", "danger"));
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
            HBox path = Parts.row(
                    0,
                    Parts.cut(Figures.printable(file.path().substring(0, slash)), "mono", "m12", "faint"),
                    Parts.text(Figures.printable(file.path().substring(slash)), "mono", "m12"));
            HBox row = Parts.row(8, Counts.mark(file), Parts.growing(path), Counts.of(file));
            row.setAlignment(Pos.CENTER_LEFT);
            row.setPadding(new Insets(0, 24, 0, 24));
            setGraphic(row);
        }
    }
}
