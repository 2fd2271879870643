package dev.belljar.app.terminal;

import org.kordamp.ikonli.feather.Feather;

/// What a tab is a terminal of.
enum TabKind {
    SESSION(Feather.LAYOUT, "Attaching to the session…"),
    WATCH(Feather.EYE, "Attaching to the session…"),
    SHELL(Feather.TERMINAL, "Connecting to the shell…"),
    HOST(Feather.HOME, "Starting the shell…");

    private final Feather icon;
    private final String waiting;

    TabKind(Feather icon, String waiting) {
        this.icon = icon;
        this.waiting = waiting;
    }

    Feather icon() {
        return icon;
    }

    /// What is said until it answers.
    String waiting() {
        return waiting;
    }
}
