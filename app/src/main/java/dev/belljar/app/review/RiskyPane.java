package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EscapeKey;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import java.util.List;
import java.util.function.Function;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The files that could run on the host, each with the reason and whether it was read; always on top.
final class RiskyPane extends VBox {
    private static final Texts TEXTS = Texts.of(RiskyPane.class);
    private static final double ROW = 64;
    /// In a narrow list, the longest reasons have three lines.
    private static final double TALL_ROW = 80;
    private static final int ROWS = 4;

    private final ReviewModel model;
    private final ReviewController controller;
    private final ListView<ReviewedFile> list = new ListView<>();
    private final Label included = UiParts.cut("", "sm", "muted");

    /// `menu` has the entries of the context menu of a file.
    RiskyPane(ReviewModel model, ReviewController controller, Function<FileChange, List<MenuItem>> menu) {
        this.model = model;
        this.controller = controller;
        getStyleClass().add("red-list");
        HBox head = UiParts.row(
                8,
                Icon.of(Feather.ALERT_OCTAGON, 14, "danger"),
                UiParts.growing(UiParts.text(TEXTS.get("risky.title"), "semi", "danger")),
                included);
        head.setPadding(new Insets(0, 12, 0, 12));
        head.setMinHeight(32);
        narrow(false);
        list.getStyleClass().add("red-rows");
        list.setAccessibleText(TEXTS.get("risky.title"));
        list.setCellFactory(view -> new RiskyCell());
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (now != null && !isCurrent(now)) {
                controller.open(now, 0);
            }
        });
        EscapeKey.pass(list, this);
        ContextMenus.on(
                list,
                () -> {
                    ReviewedFile file = list.getSelectionModel().getSelectedItem();
                    return file == null ? List.of() : menu.apply(file.change());
                },
                () -> list);
        getChildren().setAll(head, list);
    }

    /// Fits the rows to a narrow list.
    void narrow(boolean next) {
        list.setFixedCellSize(next ? TALL_ROW : ROW);
    }

    /// Shows the files; the list takes about `room` pixels, and scrolls if there are more.
    void show(double room) {
        List<ReviewedFile> files = model.risky();
        setVisible(!files.isEmpty());
        setManaged(!files.isEmpty());
        long taken = files.stream().filter(file -> file.included() > 0).count();
        boolean tall = list.getFixedCellSize() > ROW;
        included.setText(TEXTS.get(tall ? "risky.included.short" : "risky.included", taken, files.size()));
        if (!files.equals(list.getItems())) {
            list.getItems().setAll(files);
        }
        int rows = Math.clamp(Math.round(room / list.getFixedCellSize()), 1, ROWS);
        double height = Math.min(rows, files.size()) * list.getFixedCellSize() + 2;
        list.setMinHeight(height);
        list.setPrefHeight(height);
        list.setMaxHeight(height);
        ReviewedFile now = model.spot().map(ReviewSpot::file).orElse(null);
        if (now != null && now.risky()) {
            list.getSelectionModel().select(now);
        } else {
            list.getSelectionModel().clearSelection();
        }
        list.refresh();
    }

    private boolean isCurrent(ReviewedFile file) {
        return model.spot().map(ReviewSpot::file).filter(file::equals).isPresent();
    }

    /// A file with a tick, which asks before it includes the file, and an eye, which opens it.
    private final class RiskyCell extends ListCell<ReviewedFile> {
        RiskyCell() {
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable ReviewedFile file, boolean empty) {
            super.updateItem(file, empty);
            setGraphic(empty || file == null ? null : row(file));
        }

        private Node row(ReviewedFile file) {
            String path = FigureFormat.printable(file.path());
            CheckBox tick = new CheckBox();
            tick.setAccessibleText(TEXTS.get("risky.include", path));
            tick.setSelected(file.included() > 0);
            tick.setOnAction(e -> {
                // The row is drawn again with other nodes; the keyboard would move to the first part of the window.
                list.requestFocus();
                tick.setSelected(file.included() > 0);
                if (file.included() > 0) {
                    controller.decideFile(file, HunkDecision.OPEN);
                } else {
                    controller.include(file);
                }
            });
            String eye = TEXTS.get(file.read() ? "risky.read" : "risky.unread", path);
            Button open = UiParts.iconButton(file.read() ? Feather.EYE : Feather.EYE_OFF, eye, "tiny", "read-file");
            open.setOnAction(e -> {
                list.requestFocus();
                controller.open(file, 0);
            });
            open.pseudoClassStateChanged(PseudoClasses.BAD, !file.read());
            String risk = String.valueOf(file.change().risk());
            Label why = UiParts.prose(risk, Double.MAX_VALUE, "sm", "muted");
            why.setMinHeight(0);
            Label name = UiParts.cut(path, "mono", "m12");
            name.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
            UiParts.tip(name, path + ": " + risk, "");
            HBox line = UiParts.row(8, UiParts.growing(name), ChangeCounts.of(file.change()), open);
            VBox words = UiParts.column(0, line, why);
            words.setAlignment(Pos.CENTER_LEFT);
            words.setMinWidth(0);
            HBox row = UiParts.row(8, tick, UiParts.growing(words));
            row.getStyleClass().add("red-line");
            row.setMinHeight(list.getFixedCellSize());
            row.setMaxHeight(list.getFixedCellSize());
            row.pseudoClassStateChanged(PseudoClasses.CHOSEN, isCurrent(file));
            return row;
        }
    }
}
