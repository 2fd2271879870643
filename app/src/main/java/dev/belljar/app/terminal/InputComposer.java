package dev.belljar.app.terminal;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.InputMethodEvent;
import javafx.scene.input.InputMethodRequests;
import javafx.scene.input.InputMethodTextRun;

/// Text that is composed of several keys, by dead keys or an input method. It is shown at the cursor while it
/// is being composed, and typed into the terminal when it is committed.
///
/// The terminal library supports the input methods of Swing only.
final class InputComposer implements InputMethodRequests {
    private final Node canvas;
    private final Supplier<Point2D> cursor;
    private final Consumer<String> type;
    private final Label letters = new Label();

    /// `cursor` returns the position of the next character, in pixels of the canvas.
    InputComposer(Node canvas, Supplier<Point2D> cursor, Consumer<String> type) {
        this.canvas = canvas;
        this.cursor = cursor;
        this.type = type;
        letters.getStyleClass().addAll("mono", "composing");
        letters.setManaged(false);
        letters.setVisible(false);
        letters.setMouseTransparent(true);
        canvas.setInputMethodRequests(this);
        canvas.setOnInputMethodTextChanged(this::changed);
    }

    /// The label with the text that is not committed yet; it must be in a parent that also contains the
    /// canvas, above the canvas, and moves itself to the cursor.
    Node node() {
        return letters;
    }

    private void changed(InputMethodEvent e) {
        String composed =
                e.getComposed().stream().map(InputMethodTextRun::getText).collect(Collectors.joining());
        letters.setText(composed);
        letters.setVisible(!composed.isEmpty());
        if (!composed.isEmpty()) {
            Point2D at = letters.getParent().sceneToLocal(canvas.localToScene(cursor.get()));
            letters.resizeRelocate(at.getX(), at.getY(), letters.prefWidth(-1), letters.prefHeight(-1));
        }
        if (!e.getCommitted().isEmpty()) {
            type.accept(e.getCommitted());
        }
        e.consume();
    }

    @Override
    public Point2D getTextLocation(int offset) {
        Point2D at = canvas.localToScreen(cursor.get());
        return at == null ? Point2D.ZERO : at;
    }

    @Override
    public int getLocationOffset(int x, int y) {
        return 0;
    }

    @Override
    public void cancelLatestCommittedText() {
        // Committed text has already been sent to the program.
    }

    @Override
    public String getSelectedText() {
        return "";
    }
}
