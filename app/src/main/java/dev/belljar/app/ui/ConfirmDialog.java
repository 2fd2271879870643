package dev.belljar.app.ui;

import java.util.List;
import javafx.scene.control.Button;

/// Asks before an action that cannot be undone. Cancelling is the easy answer; Enter does nothing.
public final class ConfirmDialog extends DialogFrame {
    private static final double WIDTH = 480;

    private final String keep;
    private final Button yes;

    public ConfirmDialog(DialogLayer overlay, String title, String sentence, String keep, String act, Runnable action) {
        super(overlay, WIDTH, title);
        this.keep = keep;
        yes = UiParts.button(act, "danger-fill");
        yes.setOnAction(e -> {
            leave();
            action.run();
        });
        body(0, UiParts.prose(sentence, WIDTH - 2 * PADDING, "muted"));
        foot(List.of(), keep, yes);
    }

    /// Adds a second action, at the left of the foot.
    public ConfirmDialog or(String act, Runnable action) {
        Button other = UiParts.button(act, "flat", "danger");
        other.getStyleClass().add("other");
        other.setOnAction(e -> {
            leave();
            action.run();
        });
        foot(List.of(other), keep, yes);
        return this;
    }
}
