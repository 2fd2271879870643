package dev.belljar.app.ui;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.theme.Theme;
import java.time.Clock;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;

/// The parts of the window that every screen needs: the layer for dialogs, the theme, the time, and the clock
/// of the countdowns.
public record UiContext(DialogLayer overlay, ReadOnlyObjectProperty<Theme> theme, Clock clock, SecondClock seconds) {
    /// Creates a context with a new clock of countdowns.
    public UiContext(DialogLayer overlay, ReadOnlyObjectProperty<Theme> theme, Clock clock) {
        this(overlay, theme, clock, new SecondClock());
    }

    /// Returns the current time, milliseconds since the epoch.
    public long now() {
        return clock.millis();
    }

    /// Moves the focus to a part that the screen has just shown, unless the user types elsewhere or a dialog is open.
    public void focus(Node part) {
        boolean typing = part.getScene() != null && part.getScene().getFocusOwner() instanceof TextInputControl;
        if (!typing && !overlay.busy()) {
            part.requestFocus();
        }
    }

    /// Formats the time of day with seconds, or the date with the time to the minute if it was not today.
    public String dateTime(long epochMillis) {
        return FigureFormat.dateTime(epochMillis, now(), clock.getZone());
    }

    /// Formats the date with its year.
    public String date(long epochMillis) {
        return FigureFormat.date(epochMillis, clock.getZone());
    }

    /// Formats the time of day with seconds.
    public String time(long epochMillis) {
        return FigureFormat.time(epochMillis, clock.getZone());
    }
}
