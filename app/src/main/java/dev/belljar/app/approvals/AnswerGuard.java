package dev.belljar.app.approvals;

import javafx.animation.PauseTransition;
import javafx.util.Duration;

/// Prevents answers to the wrong approval: for half a second after one approval has replaced another no
/// answer is accepted, and a key that is held down answers only once.
final class AnswerGuard {
    private final PauseTransition pause = new PauseTransition(Duration.millis(500));
    private boolean calm = true;
    private boolean pressed;

    AnswerGuard() {
        pause.setOnFinished(e -> calm = true);
    }

    /// Call when an approval has replaced another.
    void begin() {
        calm = false;
        pause.playFromStart();
    }

    /// True if a click may answer now.
    boolean calm() {
        return calm;
    }

    /// True if a key that was pressed now may answer.
    boolean mayAnswer() {
        boolean first = !pressed;
        pressed = true;
        return first && calm;
    }

    /// Call when the key is released.
    void released() {
        pressed = false;
    }
}
