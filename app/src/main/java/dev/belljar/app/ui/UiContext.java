package dev.belljar.app.ui;

import java.time.Clock;
import javafx.beans.property.ReadOnlyObjectProperty;

/// What every screen needs from its window: the layer for dialogs, the look, the time, and the tick of the countdowns.
public record UiContext(DialogLayer overlay, ReadOnlyObjectProperty<Theme> theme, Clock clock, SecondClock seconds) {
    /// With a tick of its own.
    public UiContext(DialogLayer overlay, ReadOnlyObjectProperty<Theme> theme, Clock clock) {
        this(overlay, theme, clock, new SecondClock());
    }

    /// Now, milliseconds since the epoch.
    public long now() {
        return clock.millis();
    }

    /// The time of day with seconds, and the day when it was another one.
    public String moment(long epochMillis) {
        return FigureFormat.moment(epochMillis, now(), clock.getZone());
    }

    /// The time of day with seconds.
    public String time(long epochMillis) {
        return FigureFormat.time(epochMillis, clock.getZone());
    }
}
