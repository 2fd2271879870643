package dev.belljar.app.terminal;

import dev.belljar.app.text.Texts;
import org.kordamp.ikonli.feather.Feather;

/// What a tab is a terminal of.
enum TabKind {
    SESSION(Feather.LAYOUT),
    WATCH(Feather.EYE),
    SHELL(Feather.TERMINAL),
    HOST(Feather.HOME);

    private static final Texts TEXTS = Texts.of(TabKind.class);

    private final Feather icon;

    TabKind(Feather icon) {
        this.icon = icon;
    }

    Feather icon() {
        return icon;
    }

    /// What is said until it answers.
    String waiting() {
        return TEXTS.get(this);
    }
}
