package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.FileChange;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// How a changed file is marked everywhere: a letter, and lines added and removed.
public final class ChangeCounts {
    private static final Texts TEXTS = Texts.of(ChangeCounts.class);

    private ChangeCounts() {}

    /// The letter of its status.
    public static Label mark(FileChange file) {
        String status = file.status();
        return UiParts.text(status, "mark", status);
    }

    /// Lines added and removed; a binary says so.
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
