package dev.belljar.app.ui;

import javafx.application.Platform;

/// Whether things may move: not when the system asks for less motion, nor when a picture is taken.
public final class MotionSettings {
    private MotionSettings() {}

    /// Whether short messages go away by themselves: not while a picture is taken, however long that takes.
    public static boolean passing() {
        return !Boolean.getBoolean("belljar.still");
    }

    /// True where a short movement may explain a change.
    public static boolean allowed() {
        return !Boolean.getBoolean("belljar.still")
                && !Platform.getPreferences().isReducedMotion();
    }
}
