package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import com.techsenger.jeditermfx.ui.TerminalPanel;

/// The library's canvas with our clipboard, our bell and a size of its own.
final class DrawnPanel extends TerminalPanel {
    private final TerminalColours colours;

    DrawnPanel(TerminalColours colours, StyleState style, TerminalTextBuffer buffer) {
        super(colours, buffer, style);
        this.colours = colours;
    }

    @Override
    protected TerminalCopyPasteHandler createCopyPasteHandler() {
        return new ClipboardOfPerson();
    }

    @Override
    public void beep() {
        colours.bell();
    }

    /// Draws in letters of this many steps more than usual; 0 is usual.
    void zoom(int steps) {
        colours.zoom(steps);
        reinitFontAndResize();
    }
}
