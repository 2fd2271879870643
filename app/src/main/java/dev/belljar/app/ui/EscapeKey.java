package dev.belljar.app.ui;

import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Passes `Esc` on to the screen around a list: lists consume this key although they only use it while a cell is
/// edited.
public final class EscapeKey {
    private EscapeKey() {}

    /// Passes `Esc` from a list to the node around it.
    public static void pass(ListView<?> list, Node around) {
        list.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                e.consume();
                Event.fireEvent(around, e.copyFor(around, around));
            }
        });
    }
}
