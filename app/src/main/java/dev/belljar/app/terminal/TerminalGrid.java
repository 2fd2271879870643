package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import com.techsenger.jeditermfx.ui.TerminalPanel;
import javafx.geometry.Point2D;

/// The library's canvas with Belljar's clipboard, bell and font size.
final class TerminalGrid extends TerminalPanel {
    private final TerminalColours colours;
    private volatile boolean shown;

    TerminalGrid(TerminalColours colours, StyleState style, TerminalTextBuffer buffer) {
        super(colours, buffer, style);
        this.colours = colours;
        getCanvas().sceneProperty().subscribe(scene -> {
            shown = scene != null;
            repaint();
        });
    }

    /// Does nothing while the terminal is in no window: it is drawn when it is shown again.
    @Override
    public void repaint() {
        if (shown) {
            super.repaint();
        }
    }

    @Override
    protected TerminalCopyPasteHandler createCopyPasteHandler() {
        return new UserClipboard();
    }

    @Override
    public void beep() {
        colours.bell();
    }

    /// The upper left corner of a cell, in pixels of the canvas; `column` and `row` count from 1.
    Point2D corner(int column, int row) {
        double line = row - 1 - swingClientScrollOrigin;
        return new Point2D(getInsetX() + (column - 1) * myCharSize.getWidth(), line * myCharSize.getHeight());
    }

    /// Changes the font size by this many steps; 0 restores the default size.
    void zoom(int steps) {
        colours.zoom(steps);
        reinitFontAndResize();
    }
}
