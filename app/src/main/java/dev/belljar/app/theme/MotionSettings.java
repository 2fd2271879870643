package dev.belljar.app.theme;

import javafx.application.Platform;

/// Decides whether animations run: not if the system asks for reduced motion, nor while a picture of the
/// window is taken.
public final class MotionSettings {
    private MotionSettings() {}

    /// True if short messages close by themselves; not while a picture of the window is taken, however
    /// long that takes.
    public static boolean passing() {
        return !Boolean.getBoolean("belljar.still");
    }

    /// True if short animations may run.
    public static boolean allowed() {
        return !Boolean.getBoolean("belljar.still")
                && !Platform.getPreferences().isReducedMotion();
    }
}
