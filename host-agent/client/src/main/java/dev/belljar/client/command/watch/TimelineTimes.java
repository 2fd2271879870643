package dev.belljar.client.command.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Formats the times of a period: only the time of day if the period is within one day, else the date too.
final class TimelineTimes {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final Duration SECONDS_SHOWN = Duration.ofHours(1);

    private final long from;
    private final long to;
    private final DateTimeFormatter clock;
    private final DateTimeFormatter full;

    TimelineTimes(long from, long to, ZoneId zone) {
        this.from = from;
        this.to = to;
        this.full =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
        boolean sameDay = Instant.ofEpochMilli(from)
                .atZone(zone)
                .toLocalDate()
                .equals(Instant.ofEpochMilli(to).atZone(zone).toLocalDate());
        String pattern = sameDay ? "HH:mm:ss" : to - from < SECONDS_SHOWN.toMillis() ? "HH:mm:ss" : "MM-dd HH:mm";
        this.clock = DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(zone);
    }

    String clock(long at) {
        return clock.format(Instant.ofEpochMilli(at));
    }

    /// The period in full, and its length.
    String period() {
        return "%s – %s (%s)"
                .formatted(
                        full.format(Instant.ofEpochMilli(from)),
                        full.format(Instant.ofEpochMilli(to)),
                        span(to - from));
    }

    static String full(long at, ZoneId zone) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                .withZone(zone)
                .format(Instant.ofEpochMilli(at));
    }

    /// A length of time in its two largest units, for example `2 h 5 min`.
    static String span(long millis) {
        long seconds = millis / 1_000;
        if (seconds == 0) {
            return millis == 0 ? "0 s" : millis + " ms";
        }
        if (seconds < MINUTE) {
            return seconds + " s";
        }
        if (seconds < HOUR) {
            return two(seconds / MINUTE + " min", seconds % MINUTE, "s");
        }
        return seconds < DAY
                ? two(seconds / HOUR + " h", seconds % HOUR / MINUTE, "min")
                : two(seconds / DAY + " d", seconds % DAY / HOUR, "h");
    }

    private static String two(String larger, long smaller, String unit) {
        return smaller == 0 ? larger : larger + " " + smaller + " " + unit;
    }
}
