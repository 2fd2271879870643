package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;
import com.techsenger.jeditermfx.ui.settings.SettingsProvider;
import javafx.geometry.Point2D;

/// The library's terminal, with Belljar's colours from the start.
///
/// By default the library draws all output before a program's first reset in black on white, given as colour
/// indexes that it looks up in Belljar's palette.
final class TerminalPane extends JediTermFxWidget {
    TerminalPane(TerminalColours colours) {
        super(100, 30, colours);
    }

    @Override
    protected TerminalGrid createTerminalPanel(SettingsProvider settings, StyleState style, TerminalTextBuffer buffer) {
        // Called by the library's constructor: only the settings exist yet.
        return new TerminalGrid((TerminalColours) settings, style, buffer);
    }

    /// The position of the next character, in pixels of the canvas.
    Point2D cursor() {
        return getTerminalPanel() instanceof TerminalGrid panel
                ? panel.corner(getTerminal().getCursorX(), getTerminal().getCursorY())
                : Point2D.ZERO;
    }

    /// Sends the text as if it had been typed.
    void type(String words) {
        doWithTerminalStarter(starter -> starter.sendString(words, true));
    }

    /// Changes the font size by this many steps; 0 restores the default size.
    void zoom(int steps) {
        if (getTerminalPanel() instanceof TerminalGrid panel) {
            panel.zoom(steps);
        }
    }

    @Override
    protected StyleState createDefaultStyle() {
        StyleState state = new StyleState();
        state.setDefaultStyle(
                new TextStyle(mySettingsProvider.getDefaultForeground(), mySettingsProvider.getDefaultBackground()));
        return state;
    }
}
