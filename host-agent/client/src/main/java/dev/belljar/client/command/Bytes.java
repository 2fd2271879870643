package dev.belljar.client.command;

import java.util.Locale;

/// Byte counts for people.
final class Bytes {
    private Bytes() {}

    /// For example `0 B`, `12.3 kB`, `1.2 GB`.
    static String words(long bytes) {
        if (bytes < 1_000) {
            return bytes + " B";
        }
        double value = bytes;
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        while (value >= 1_000 && unit < units.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
