package dev.belljar.app.shell;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The rooms of a sandbox, in the order of their tabs and keys.
public enum ScreenKind {
    TERMINAL("Terminal", 1),
    PROCESSES("Processes", 2),
    CHANGES("Changes", 3),
    NETWORK("Network", 4),
    SNAPSHOTS("Snapshots", 5),
    LOG("Log", 6);

    private final String title;
    private final int number;

    ScreenKind(String title, int number) {
        this.title = title;
        this.number = number;
    }

    /// The word on the tab.
    public String title() {
        return title;
    }

    /// The key that opens it.
    public String key() {
        return "Ctrl " + number;
    }

    /// The room a digit key opens.
    static Optional<ScreenKind> numbered(String digit) {
        return Stream.of(values())
                .filter(k -> digit.equals(Integer.toString(k.number)))
                .findFirst();
    }

    /// The room with this name, in any case.
    public static Optional<ScreenKind> named(String name) {
        return Stream.of(values())
                .filter(k -> k.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
