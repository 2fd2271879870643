package dev.belljar.contract.text;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and formats durations as users write them, in whole minutes; zero means for ever.
public final class TimeSpan {
    private static final Pattern WORDS = Pattern.compile("(\\d{1,7}) ?(m|min|minutes?|h|hours?|d|days?|w|weeks?)");

    private TimeSpan() {}

    /// For example `45 min`, `36 h`, `1 day`, or `never`.
    public static String words(Duration span) {
        long minutes = span.toMinutes();
        if (minutes == 0) {
            return "never";
        }
        if (minutes % (24 * 60) == 0) {
            long days = span.toDays();
            return days + (days == 1 ? " day" : " days");
        }
        return minutes % 60 == 0 ? span.toHours() + " h" : minutes + " min";
    }

    /// Parses the output of `words` and what users type: `45m`, `12 hours`, `7d`, `2w`, `never`, `0`.
    ///
    /// @throws IllegalArgumentException when the text is none of these; the message says what was expected
    public static Duration read(String typed) {
        String words = typed.strip().toLowerCase(Locale.ROOT);
        if (words.equals("for ever") || words.equals("forever") || words.equals("never") || words.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = WORDS.matcher(words);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + VisibleText.line(typed)
                    + "\": expected a time span such as 45m, 12h or 7d, or \"never\" or 0 for" + " no limit");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2).charAt(0)) {
            case 'm' -> Duration.ofMinutes(number);
            case 'h' -> Duration.ofHours(number);
            case 'd' -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }
}
