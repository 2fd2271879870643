package dev.belljar.client.console;

/// Formats the age of an event or item.
public final class AgeText {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private AgeText() {}

    /// Formats the time since `then`, for example `12 s ago`, `3 min ago`, `5 h ago`, `2 d ago`; both times
    /// are in milliseconds since the epoch.
    public static String words(long then, long now) {
        long seconds = Math.max(0, (now - then) / 1_000);
        if (seconds < MINUTE) {
            return seconds + " s ago";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + " min ago";
        }
        return seconds < 2 * DAY ? seconds / HOUR + " h ago" : seconds / DAY + " d ago";
    }
}
