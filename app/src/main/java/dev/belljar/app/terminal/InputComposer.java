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

/// Letters that are put together of several keys, by dead keys or by an input method: they stand at the cursor while
/// they are being composed, and are typed once they are chosen.
///
/// The library that draws knows input methods of Swing only.
final class InputComposer implements InputMethodRequests {
    private final Node canvas;
    private final Supplier<Point2D> cursor;
    private final Consumer<String> type;
    private final Label letters = new Label();

    /// `cursor` is where the next letter will stand, in pixels of the canvas.
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

    /// What shows the letters that are not chosen yet; it places itself in what it stands in, over the canvas.
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
        // It is the program's by now.
    }

    @Override
    public String getSelectedText() {
        return "";
    }
}
