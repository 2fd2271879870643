package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.work.FileChange;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// The labels of a changed file on every screen: the letter of its status, and the lines added and removed.
public final class ChangeCounts {
    private static final Texts TEXTS = Texts.of(ChangeCounts.class);

    private ChangeCounts() {}

    /// Returns a label with the letter of the file's status.
    public static Label mark(FileChange file) {
        String status = file.status();
        return UiParts.text(status, "mark", status);
    }

    /// Returns the numbers of lines added and removed, or a note that the file is binary.
    public static HBox of(FileChange file) {
        HBox row = UiParts.row(6);
        if (file.binary() || file.added() < 0) {
            row.getChildren().add(UiParts.text(TEXTS.get("changes.binary"), "sm", "faint"));
            return row;
        }
        if (file.added() > 0) {
            row.getChildren().add(UiParts.text("+" + file.added(), "mono", "sm", "ok"));
        }
        if (file.removed() > 0) {
            row.getChildren().add(UiParts.text("−" + file.removed(), "mono", "sm", "danger"));
        }
        return row;
    }
}
