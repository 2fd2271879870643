package dev.belljar.app;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The command line options of the window. `subject` is what a picture shows and what is measured; `flood` is in
/// megabytes.
record WindowOptions(
        boolean recorded,
        boolean help,
        boolean measure,
        @Nullable Path picture,
        @Nullable Integer flood,
        @Nullable Theme theme,
        PictureSubject subject) {
    private static final Texts TEXTS = Texts.of(WindowOptions.class);
    private static final int MOST_MEGABYTES = 10_000;

    /// A screen of the sandbox with this name; all projects if it is null.
    record PictureSubject(@Nullable String sandbox, ScreenKind screen) {
        /// True if `--measure` can measure it.
        boolean measurable() {
            return sandbox != null && (screen == ScreenKind.CHANGES || screen == ScreenKind.TIMELINE);
        }
    }

    /// Parses the arguments of the command line.
    ///
    /// @throws InvalidOptionException naming the argument that was not understood
    static WindowOptions of(String... words) throws InvalidOptionException {
        boolean recorded = false;
        boolean help = false;
        boolean measure = false;
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
                case "--measure" -> measure = true;
                case "--picture" -> picture = Path.of(value(word, rest));
                case "--flood" -> flood = megabytes(value(word, rest));
                case "--theme" -> theme = theme(value(word, rest));
                case "--sandbox" -> sandbox = value(word, rest);
                case "--screen" -> screen = screen(value(word, rest));
                default -> throw new InvalidOptionException(TEXTS.get("option.unknown", word));
            }
        }
        PictureSubject subject = new PictureSubject(sandbox, screen);
        if (measure && !subject.measurable()) {
            throw new InvalidOptionException(TEXTS.get("option.measure"));
        }
        return new WindowOptions(recorded, help, measure, picture, flood, theme, subject);
    }

    /// The help that `--help` prints.
    static String usage() {
        return TEXTS.get("option.usage");
    }

    /// True if the window runs without a display.
    boolean hidden() {
        return measure || picture != null || flood != null;
    }

    private static String value(String option, Iterator<String> rest) throws InvalidOptionException {
        if (!rest.hasNext()) {
            throw new InvalidOptionException(TEXTS.get("option.value", option));
        }
        return rest.next();
    }

    private static ScreenKind screen(String value) throws InvalidOptionException {
        return ScreenKind.named(value).orElseThrow(() -> new InvalidOptionException(TEXTS.get("option.screen", value)));
    }

    private static int megabytes(String value) throws InvalidOptionException {
        if (!value.matches("[1-9][0-9]{0,4}") || Integer.parseInt(value) > MOST_MEGABYTES) {
            throw new InvalidOptionException(TEXTS.get("option.flood", value, Integer.toString(MOST_MEGABYTES)));
        }
        return Integer.parseInt(value);
    }

    private static Theme theme(String value) throws InvalidOptionException {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "light" -> Theme.LIGHT;
            case "dark" -> Theme.DARK;
            default -> throw new InvalidOptionException(TEXTS.get("option.theme", value));
        };
    }
}
