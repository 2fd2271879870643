package dev.belljar.app.navigation;

import dev.belljar.app.text.Texts;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The screens of a sandbox, in the order of their tabs and keys.
public enum ScreenKind {
    TERMINAL(1),
    TIMELINE(2),
    PROCESSES(3),
    CHANGES(4),
    NETWORK(5),
    SNAPSHOTS(6),
    LOG(7),
    SETTINGS(8);

    private static final Texts TEXTS = Texts.of(ScreenKind.class);

    private final int number;

    ScreenKind(int number) {
        this.number = number;
    }

    /// The title on the tab.
    public String title() {
        return TEXTS.get(this);
    }

    /// The shortcut that opens the screen.
    public String key() {
        return String.join(" ", "Ctrl", Integer.toString(number));
    }

    /// Returns the screen that a digit key opens.
    public static Optional<ScreenKind> numbered(String digit) {
        return Stream.of(values())
                .filter(k -> digit.equals(Integer.toString(k.number)))
                .findFirst();
    }

    /// Returns the screen with this name, ignoring case.
    public static Optional<ScreenKind> named(String name) {
        return Stream.of(values())
                .filter(k -> k.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
