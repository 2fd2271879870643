package dev.belljar.app.terminal;

import dev.belljar.app.text.Texts;
import org.kordamp.ikonli.feather.Feather;

/// The kind of terminal in a tab.
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

    /// The text shown until the terminal answers.
    String waiting() {
        return TEXTS.get(this);
    }
}
