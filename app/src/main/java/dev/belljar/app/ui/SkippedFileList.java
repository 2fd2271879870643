package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The files of a workspace that were not fetched, each with the reason and its size; invisible when
/// there are none.
public final class SkippedFileList extends VBox {
    private static final Texts TEXTS = Texts.of(SkippedFileList.class);
    private static final double ROW = 24;
    private static final int ROWS = 4;

    private final double width;

    /// Creates an empty list whose text wraps at this width.
    public SkippedFileList(double width) {
        this.width = width;
        getStyleClass().add("amber-list");
        setVisible(false);
        setManaged(false);
    }

    /// Lists the files that this comparison leaves out.
    public void show(FileDiff diff) {
        setVisible(diff.left() > 0);
        setManaged(diff.left() > 0);
        VBox rows = new VBox();
        diff.skipped().forEach(file -> rows.getChildren().add(row(file)));
        int unnamed = diff.left() - diff.skipped().size();
        if (unnamed > 0) {
            rows.getChildren().add(line(UiParts.text(TEXTS.get("skipped.more", unnamed), "muted")));
        }
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        double height = Math.min(ROWS, rows.getChildren().size()) * ROW;
        scroll.setMinHeight(height);
        scroll.setPrefHeight(height);
        scroll.setMaxHeight(height);
        getChildren().setAll(head(diff.left()), words(), scroll);
    }

    private static HBox head(int count) {
        HBox head = UiParts.row(
                8,
                Icon.of(Feather.ALERT_TRIANGLE, 14, "warn"),
                UiParts.growing(UiParts.text(TEXTS.get("skipped.title"), "semi", "warn")),
                UiParts.count(Integer.toString(count), "on-amber"));
        head.setPadding(new Insets(0, 12, 0, 12));
        head.setMinHeight(32);
        return head;
    }

    private VBox words() {
        VBox words = new VBox(UiParts.prose(TEXTS.get("skipped.text"), width, "sm", "muted"));
        words.setPadding(new Insets(0, 12, 4, 34));
        return words;
    }

    private static HBox row(SkippedFile file) {
        String path = FigureFormat.printable(file.path());
        Label name = UiParts.cut(path, "mono", "m12");
        name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        HBox row = line(UiParts.growing(name), UiParts.text(file.why(), "sm", "muted"));
        UiParts.tip(row, path + ": " + file.why(), "");
        return row;
    }

    private static HBox line(Node... nodes) {
        HBox row = UiParts.row(8, nodes);
        row.setPadding(new Insets(0, 12, 0, 34));
        row.setMinHeight(ROW);
        row.setMaxHeight(ROW);
        return row;
    }
}
