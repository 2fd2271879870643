package dev.belljar.client.console;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A time in the notation of the command line: `14:05`, `14:05:30`, `2026-11-26`, `2026-11-26T14:05`, or before now,
/// such as `-90s`, `-10m`, `-2h` or `-3d`. A time of day is the last one that has passed.
public record PointInTime(long millis) {
    private static final Pattern BEFORE = Pattern.compile("-(\\d{1,6})([smhd])");
    private static final Pattern TIME = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2})?");
    private static final Pattern DATE = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{1,2}:\\d{2}(?::\\d{2})?))?");

    /// Parses a time.
    ///
    /// @throws IllegalArgumentException when the text is none; the message says what was expected
    public static PointInTime parse(String word, ZonedDateTime now) {
        Matcher before = BEFORE.matcher(word);
        Matcher date = DATE.matcher(word);
        try {
            if (before.matches()) {
                PointInTime then = of(now.minus(duration(Long.parseLong(before.group(1)), before.group(2))));
                if (then.millis() < 0) {
                    throw refused(word);
                }
                return then;
            }
            if (TIME.matcher(word).matches()) {
                ZonedDateTime today = now.with(time(word));
                return of(today.isAfter(now) ? now.minusDays(1).with(time(word)) : today);
            }
            if (date.matches()) {
                LocalTime time = date.group(2) == null ? LocalTime.MIDNIGHT : time(date.group(2));
                return of(LocalDate.parse(date.group(1)).atTime(time).atZone(now.getZone()));
            }
        } catch (DateTimeException e) {
            throw refused(word);
        }
        throw refused(word);
    }

    private static IllegalArgumentException refused(String word) {
        return new IllegalArgumentException("\"" + word
                + "\": expected a time such as 14:05, 2026-11-26T14:05, or -10m for ten minutes ago (s, m, h or d)");
    }

    private static Duration duration(long number, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private static LocalTime time(String word) {
        return LocalTime.parse(word.indexOf(':') == 1 ? "0" + word : word);
    }

    private static PointInTime of(ZonedDateTime time) {
        return new PointInTime(time.toInstant().toEpochMilli());
    }

    /// Parses a time from the command line.
    public static final class PointInTimeConverter implements ITypeConverter<PointInTime> {
        @Override
        public PointInTime convert(String word) {
            try {
                return parse(word, ZonedDateTime.now(ZoneId.systemDefault()));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
