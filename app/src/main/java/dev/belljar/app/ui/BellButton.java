package dev.belljar.app.ui;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The bell of every header: how many questions of all sandboxes wait, and the way to them.
public final class BellButton extends Button {
    private final Label count = UiParts.count("", "held");

    public BellButton(Runnable open) {
        getStyleClass().addAll("flat", "bell");
        setMinWidth(USE_PREF_SIZE);
        setGraphic(UiParts.row(6, Icon.of(Feather.BELL), count));
        setOnAction(e -> open.run());
        UiParts.tip(this, "Questions that wait for you", "Ctrl 0");
        show(0);
    }

    /// Shows how many wait; none are not shown.
    public void show(int waiting) {
        count.setText(Integer.toString(waiting));
        count.setVisible(waiting > 0);
        count.setManaged(waiting > 0);
        setAccessibleText(waiting == 0 ? "Nothing waits for you" : waiting + " questions wait for you");
    }
}
