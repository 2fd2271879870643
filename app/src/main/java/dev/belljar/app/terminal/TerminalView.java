package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TtyConnector;
import com.techsenger.jeditermfx.ui.TerminalAction;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Theme;
import java.util.function.Consumer;
import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;

/// A drawn terminal; with its parts the only class that knows which library draws it.
final class TerminalView {
    private final Drawn widget;
    private final StackPane box;
    private final Desk desk;
    private final ChangeListener<Theme> repaint;

    /// `bell` is told when a program rings it, from any thread; `follow` gets the address of a page that was clicked.
    TerminalView(Desk desk, Runnable bell, Consumer<String> follow) {
        this.desk = desk;
        widget = new Drawn(new TerminalColours(() -> desk.theme().get(), bell));
        widget.addHyperlinkFilter(new WebLinks(follow));
        box = new StackPane(widget.getPane());
        box.getStyleClass().add("terminal");
        box.setMinSize(0, 0);
        box.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        repaint = (at, was, now) -> widget.getTerminalPanel().repaint();
        desk.theme().addListener(repaint);
    }

    /// Begins to draw what comes from there.
    void connect(TtyConnector source) {
        widget.setTtyConnector(source);
        widget.start();
    }

    Node node() {
        return box;
    }

    /// Puts the keyboard into it.
    void enter() {
        // What the library prefers is a pane that passes nothing on.
        widget.getTerminalPanel().getCanvas().requestFocus();
    }

    /// Opens the field that searches what was printed.
    void search() {
        for (TerminalAction action : widget.getActions()) {
            if (action.getName().equals(TerminalColours.FIND)) {
                action.actionPerformed(null);
            }
        }
    }

    void close() {
        desk.theme().removeListener(repaint);
        widget.close();
    }

    private void pressed(KeyEvent e) {
        if (!e.isControlDown() || e.isAltDown()) {
            return;
        }
        boolean larger = e.getCode() == KeyCode.PLUS || e.getCode() == KeyCode.EQUALS || e.getCode() == KeyCode.ADD;
        boolean smaller = e.getCode() == KeyCode.MINUS || e.getCode() == KeyCode.SUBTRACT;
        // Ctrl+0 without Shift opens the inbox everywhere.
        boolean usual = e.getCode() == KeyCode.DIGIT0 && e.isShiftDown();
        if (larger || smaller || usual) {
            widget.zoom(usual ? 0 : larger ? 1 : -1);
            e.consume();
        }
    }
}
