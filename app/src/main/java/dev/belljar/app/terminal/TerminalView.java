package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TtyConnector;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Theme;
import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// A drawn terminal; the only class that knows which library draws it.
final class TerminalView {
    private final JediTermFxWidget widget;
    private final StackPane box;
    private final Desk desk;
    private final ChangeListener<Theme> repaint;

    TerminalView(Desk desk) {
        this.desk = desk;
        widget = new Drawn(new TerminalColours(() -> desk.theme().get()));
        box = new StackPane(widget.getPane());
        box.getStyleClass().add("terminal");
        box.setMinSize(0, 0);
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

    void close() {
        desk.theme().removeListener(repaint);
        widget.close();
    }
}
