package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;
import com.techsenger.jeditermfx.ui.settings.SettingsProvider;
import javafx.geometry.Point2D;

/// The library's terminal, which begins in our colours.
///
/// Left alone it draws all that comes before a program's first reset as black on white by number, and takes our
/// colours of these numbers for it.
final class TerminalPane extends JediTermFxWidget {
    TerminalPane(TerminalColours colours) {
        super(100, 30, colours);
    }

    @Override
    protected TerminalGrid createTerminalPanel(SettingsProvider settings, StyleState style, TerminalTextBuffer buffer) {
        // Called by the library's constructor: the settings are all there is yet.
        return new TerminalGrid((TerminalColours) settings, style, buffer);
    }

    /// Where the next letter will stand, in pixels of the canvas.
    Point2D cursor() {
        return getTerminalPanel() instanceof TerminalGrid panel
                ? panel.corner(getTerminal().getCursorX(), getTerminal().getCursorY())
                : Point2D.ZERO;
    }

    /// As if it had been typed.
    void type(String words) {
        doWithTerminalStarter(starter -> starter.sendString(words, true));
    }

    /// Draws in larger or smaller letters, or with 0 in the usual ones.
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
