package dev.belljar.app;

import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What the command line asks of the window: nothing, one picture of it, or how it draws a flood of so many megabytes.
record WindowOptions(
        @Nullable Path picture,
        @Nullable Integer flood,
        @Nullable Theme theme,
        @Nullable String sandbox,
        ScreenKind room) {
    static final String USAGE = "belljar-app [--theme light|dark] [--picture FILE [--sandbox NAME] [--room "
            + "terminal|processes|changes|network|snapshots|log]] | --flood MEGABYTES";
    private static final int MOST_MEGABYTES = 10_000;

    /// Reads the words.
    ///
    /// @throws IllegalArgumentException naming the word that was not understood
    static WindowOptions of(String... words) {
        Path picture = null;
        Integer flood = null;
        Theme theme = null;
        String sandbox = null;
        ScreenKind room = ScreenKind.PROCESSES;
        for (int i = 0; i < words.length; i += 2) {
            if (i + 1 == words.length) {
                throw new IllegalArgumentException(words[i] + ": expected a value after it. " + USAGE);
            }
            String value = words[i + 1];
            switch (words[i]) {
                case "--picture" -> picture = Path.of(value);
                case "--flood" -> flood = megabytes(value);
                case "--theme" -> theme = theme(value);
                case "--sandbox" -> sandbox = value;
                case "--room" -> room = ScreenKind.named(value).orElseThrow(() -> unknown("--room", value));
                default -> throw new IllegalArgumentException(words[i] + ": not known. " + USAGE);
            }
        }
        return new WindowOptions(picture, flood, theme, sandbox, room);
    }

    /// True if nothing is to be shown to anybody.
    boolean hidden() {
        return picture != null || flood != null;
    }

    private static int megabytes(String value) {
        if (!value.matches("[1-9][0-9]{0,4}") || Integer.parseInt(value) > MOST_MEGABYTES) {
            throw new IllegalArgumentException(
                    "--flood " + value + ": expected megabytes, 1 to " + MOST_MEGABYTES + ". " + USAGE);
        }
        return Integer.parseInt(value);
    }

    private static Theme theme(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "light" -> Theme.LIGHT;
            case "dark" -> Theme.DARK;
            default -> throw unknown("--theme", value);
        };
    }

    private static IllegalArgumentException unknown(String option, String value) {
        return new IllegalArgumentException(option + " " + value + ": not known. " + USAGE);
    }
}
