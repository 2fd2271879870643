package dev.belljar.app.text;

import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Formats numbers, times and guest text for users. A figure and its unit are separate, so that the unit can
/// be drawn lighter.
public final class FigureFormat {
    private static final Texts TEXTS = Texts.of(FigureFormat.class);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter SHORT = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);

    private FigureFormat() {}

    /// A figure with its unit.
    public record FormattedAmount(String figure, String unit) {
        @Override
        public String toString() {
            return figure + " " + unit;
        }
    }

    /// Formats a number of bytes, in powers of 1,000.
    public static FormattedAmount bytes(long bytes) {
        return amount(ByteCount.of(bytes));
    }

    /// Formats a limit that was set in MiB.
    public static FormattedAmount mebibytes(long mebibytes) {
        return amount(ByteCount.ofMiB(mebibytes));
    }

    private static FormattedAmount amount(ByteCount count) {
        return new FormattedAmount(count.figure(), count.unit());
    }

    /// Formats thousandths as per cent with one decimal.
    public static String percent(int permille) {
        return String.format(Locale.ROOT, "%.1f", permille / 10.0);
    }

    /// Formats a duration: `0.2 s`, `37 s`, `41 m 06 s`, `2 h 14 m`, `3 d 4 h`.
    public static String span(long millis) {
        long seconds = Math.max(0, millis) / 1000;
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.1f s", Math.max(0, millis) / 1000.0);
        } else if (seconds < 60) {
            return seconds + " s";
        } else if (seconds < 3600) {
            return String.format(Locale.ROOT, "%d m %02d s", seconds / 60, seconds % 60);
        } else if (seconds < 86_400) {
            return String.format(Locale.ROOT, "%d h %02d m", seconds / 3600, seconds % 3600 / 60);
        }
        return seconds / 86_400 + " d " + seconds % 86_400 / 3600 + " h";
    }

    /// Formats how long ago something was: `just now`, `25 s ago`, `12 min ago`, `2 h ago`,
    /// `yesterday`, `5 days ago`.
    public static String ago(long millis) {
        long seconds = Math.max(0, millis) / 1000;
        if (seconds < 5) {
            return TEXTS.get("time.now");
        } else if (seconds < 60) {
            return TEXTS.get("time.seconds", seconds);
        } else if (seconds < 3600) {
            return TEXTS.get("time.minutes", seconds / 60);
        } else if (seconds < 86_400) {
            return TEXTS.get("time.hours", seconds / 3600);
        }
        long days = seconds / 86_400;
        return days < 14 ? TEXTS.get("time.days", days) : TEXTS.get("time.weeks", days / 7);
    }

    /// Formats the time of day with seconds.
    public static String time(long epochMillis, ZoneId zone) {
        return TIME.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    /// Formats the time of day to the minute.
    public static String minute(long epochMillis, ZoneId zone) {
        return SHORT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    /// Formats the date.
    public static String day(long epochMillis, ZoneId zone) {
        return DAY.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    /// Formats the date with its year, as `2024-03-01`.
    public static String date(long epochMillis, ZoneId zone) {
        return DateTimeFormatter.ISO_LOCAL_DATE.format(
                Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    /// Formats the time of day to the minute, or the date if it was not today.
    public static String near(long epochMillis, long now, ZoneId zone) {
        ZonedDateTime then = Instant.ofEpochMilli(epochMillis).atZone(zone);
        boolean today =
                then.toLocalDate().equals(Instant.ofEpochMilli(now).atZone(zone).toLocalDate());
        return (today ? SHORT : DAY).format(then);
    }

    /// Formats the time of day with seconds, or the date with the time to the minute if it was not today.
    public static String dateTime(long epochMillis, long now, ZoneId zone) {
        String day = near(epochMillis, now, zone);
        return day.contains(":") ? time(epochMillis, zone) : day + " " + minute(epochMillis, zone);
    }

    /// Formats a number with its noun: `1 file`, `3 files`.
    public static String many(long count, String one, String more) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : more);
    }

    /// Shortens text to at most `most` characters by cutting in the middle, three fifths before and two
    /// after: the ends of a command say most.
    public static String middle(String text, int most) {
        if (text.length() <= most || most < 5) {
            return text;
        }
        int head = most * 3 / 5 - 1;
        int tail = most - most * 3 / 5;
        return text.substring(0, head) + "…" + text.substring(text.length() - tail);
    }

    /// Formats a command line; arguments with spaces are quoted.
    public static String command(List<String> argv) {
        StringBuilder line = new StringBuilder();
        for (String word : argv) {
            line.append(line.isEmpty() ? "" : " ")
                    .append(word.isEmpty() || word.contains(" ") ? '"' + word + '"' : word);
        }
        return printable(line.toString());
    }

    /// Makes text from a guest harmless: control characters and characters that change the direction become
    /// a visible dot.
    public static String printable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(VisibleText.is(c) ? c : '·'));
        return clean.toString();
    }

    /// Joins lines of a program's output, each made harmless as [#printable] does.
    public static String printableLines(List<String> lines) {
        return lines.stream().map(FigureFormat::printable).collect(Collectors.joining("\n"));
    }

    /// Shortens the home folder in a path to `~`.
    public static String home(String path) {
        String home = HomeFolder.of(System.getenv()).toString();
        return !home.isEmpty() && (path.equals(home) || path.startsWith(home + "/"))
                ? "~" + path.substring(home.length())
                : path;
    }
}
