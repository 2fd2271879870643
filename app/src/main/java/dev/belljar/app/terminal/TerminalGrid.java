package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import com.techsenger.jeditermfx.ui.TerminalPanel;
import javafx.geometry.Point2D;

/// The library's canvas with our clipboard, our bell and a size of its own.
final class TerminalGrid extends TerminalPanel {
    private final TerminalColours colours;

    TerminalGrid(TerminalColours colours, StyleState style, TerminalTextBuffer buffer) {
        super(colours, buffer, style);
        this.colours = colours;
    }

    @Override
    protected TerminalCopyPasteHandler createCopyPasteHandler() {
        return new UserClipboard();
    }

    @Override
    public void beep() {
        colours.bell();
    }

    /// The upper left corner of a cell, counted from 1, in pixels of the canvas.
    Point2D corner(int column, int row) {
        double line = row - 1 - swingClientScrollOrigin;
        return new Point2D(getInsetX() + (column - 1) * myCharSize.getWidth(), line * myCharSize.getHeight());
    }

    /// Draws in letters of this many steps more than usual; 0 is usual.
    void zoom(int steps) {
        colours.zoom(steps);
        reinitFontAndResize();
    }
}
