package dev.belljar.app;

import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The command line options of the window. `screen` and `sandbox` say what a picture shows; `flood`
/// is in megabytes.
record WindowOptions(
        boolean recorded,
        boolean help,
        @Nullable Path picture,
        @Nullable Integer flood,
        @Nullable Theme theme,
        @Nullable String sandbox,
        ScreenKind screen) {
    static final String USAGE = """
            Usage: belljar window [--recorded] [--theme light|dark] [--picture FILE [--sandbox NAME] [--screen SCREEN]]
                   belljar window --flood MEGABYTES

            Opens the window. Starts the host agent if it is not running.

              --recorded         Show a recorded project, without a host agent or QEMU. Actions have no effect.
              --theme THEME      Theme: light or dark (default: the desktop's theme).
              --picture FILE     Save a screenshot of the window to FILE (PNG) and exit. Needs no display.
              --sandbox NAME     With --picture: the sandbox to show (default: all projects).
              --screen SCREEN    With --picture and --sandbox: the screen to show: terminal, processes, changes,
                                 network, snapshots or log (default: processes).
              --flood MEGABYTES  Measure how fast a terminal renders this much output, and exit.
              --help             Print this help.""";
    private static final String SEE_HELP = "See belljar window --help.";
    private static final int MOST_MEGABYTES = 10_000;

    /// Parses the arguments of the command line.
    ///
    /// @throws IllegalArgumentException naming the argument that was not understood
    static WindowOptions of(String... words) {
        boolean recorded = false;
        boolean help = false;
        Path picture = null;
        Integer flood = null;
        Theme theme = null;
        String sandbox = null;
        ScreenKind screen = ScreenKind.PROCESSES;
        Iterator<String> rest = List.of(words).iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            switch (word) {
                case "--recorded" -> recorded = true;
                case "--help", "-h" -> help = true;
                case "--picture" -> picture = Path.of(value(word, rest));
                case "--flood" -> flood = megabytes(value(word, rest));
                case "--theme" -> theme = theme(value(word, rest));
                case "--sandbox" -> sandbox = value(word, rest);
                case "--screen" -> screen = screen(value(word, rest));
                default -> throw new IllegalArgumentException(word + ": unknown option. " + SEE_HELP);
            }
        }
        return new WindowOptions(recorded, help, picture, flood, theme, sandbox, screen);
    }

    /// True if the window runs without a display.
    boolean hidden() {
        return picture != null || flood != null;
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + ": needs a value. " + SEE_HELP);
        }
        return rest.next();
    }

    private static ScreenKind screen(String value) {
        return ScreenKind.named(value)
                .orElseThrow(
                        () -> unknown("--screen", value, "terminal, processes, changes, network, snapshots or log"));
    }

    private static int megabytes(String value) {
        if (!value.matches("[1-9][0-9]{0,4}") || Integer.parseInt(value) > MOST_MEGABYTES) {
            throw new IllegalArgumentException("--flood " + value + ": expected a whole number of megabytes from 1 to "
                    + MOST_MEGABYTES + ". " + SEE_HELP);
        }
        return Integer.parseInt(value);
    }

    private static Theme theme(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "light" -> Theme.LIGHT;
            case "dark" -> Theme.DARK;
            default -> throw unknown("--theme", value, "light or dark");
        };
    }

    private static IllegalArgumentException unknown(String option, String value, String expected) {
        return new IllegalArgumentException(option + " " + value + ": expected " + expected + ". " + SEE_HELP);
    }
}
