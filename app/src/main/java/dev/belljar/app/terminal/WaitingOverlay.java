package dev.belljar.app.terminal;

import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;

/// Covers a terminal until its shell answers, and says when that takes long.
final class WaitingOverlay extends StackPane {
    private static final Texts TEXTS = Texts.of(WaitingOverlay.class);
    private static final Duration LONG = Duration.seconds(10);

    private final Label label;
    private final PauseTransition patience = new PauseTransition(LONG);

    WaitingOverlay(String words) {
        getStyleClass().addAll("terminal", "waiting");
        label = UiParts.text(words, "muted");
        HBox row = UiParts.row(8, new StateShape(StateShape.ShapeKind.BUSY, 12), label);
        row.setAlignment(Pos.CENTER);
        row.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        getChildren().add(row);
        patience.setOnFinished(e -> label.setText(TEXTS.get("waiting.long")));
        patience.play();
    }

    /// Replaces the text.
    void says(String words) {
        patience.stop();
        label.setText(words);
    }

    /// Hides the overlay.
    void over() {
        patience.stop();
        setVisible(false);
    }
}
