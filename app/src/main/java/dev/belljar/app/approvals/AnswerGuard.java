package dev.belljar.app.approvals;

import javafx.animation.PauseTransition;
import javafx.util.Duration;

/// Keeps an answer from the wrong question: for half a second after one question took another's place nothing is
/// answered, and a key that is held down answers once.
final class AnswerGuard {
    private final PauseTransition pause = new PauseTransition(Duration.millis(500));
    private boolean calm = true;
    private boolean pressed;

    AnswerGuard() {
        pause.setOnFinished(e -> calm = true);
    }

    /// Another question stands where one stood.
    void begin() {
        calm = false;
        pause.playFromStart();
    }

    /// Whether a click can be meant for what it hits.
    boolean calm() {
        return calm;
    }

    /// Whether a key that was pressed now may answer.
    boolean mayAnswer() {
        boolean first = !pressed;
        pressed = true;
        return first && calm;
    }

    /// The key is up again.
    void released() {
        pressed = false;
    }
}
