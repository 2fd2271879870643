package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.model.StyleState;
import com.techsenger.jeditermfx.ui.JediTermFxWidget;

/// The library's terminal, which begins in our colours.
///
/// Left alone it draws all that comes before a program's first reset as black on white by number, and takes our
/// colours of these numbers for it.
final class Drawn extends JediTermFxWidget {
    Drawn(TerminalColours colours) {
        super(100, 30, colours);
    }

    @Override
    protected StyleState createDefaultStyle() {
        StyleState state = new StyleState();
        state.setDefaultStyle(
                new TextStyle(mySettingsProvider.getDefaultForeground(), mySettingsProvider.getDefaultBackground()));
        return state;
    }
}
