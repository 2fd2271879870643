package dev.belljar.contract.text;

import java.util.Locale;

/// Formats byte counts for users: in powers of 1,000 with one decimal (`0 B`, `12.3 kB`, `25.3 GB`).
///
/// A limit given in MiB is written exactly, in MiB or GiB; a figure shown beside it is in powers of 1,024 too,
/// otherwise "34.4 GB of 32 GiB" would look like more than the whole. Figure and unit are separate, so that a
/// screen can draw the unit lighter.
public record ByteCount(String figure, String unit) {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final double ROUNDED_UP = 999.95;

    /// A byte count in powers of 1,000.
    public static ByteCount of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= (unit == 0 ? 1_000 : ROUNDED_UP) && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return new ByteCount(String.format(Locale.ROOT, unit == 0 ? "%.0f" : "%.1f", value), UNITS[unit]);
    }

    /// A limit as it was given: `512 MiB`, `8 GiB`.
    public static ByteCount ofMiB(long mebibytes) {
        boolean whole = mebibytes >= 1_024 && mebibytes % 1_024 == 0;
        return whole
                ? new ByteCount(Long.toString(mebibytes / 1_024), "GiB")
                : new ByteCount(Long.toString(mebibytes), "MiB");
    }

    /// A byte count in powers of 1,024, to show beside a limit: `512 MiB`, `1.5 GiB`. Rounded down, so that a
    /// figure below the limit does not look equal to it.
    public static ByteCount binary(long bytes) {
        long unit = 1;
        int power = 0;
        while (bytes / unit >= 1_024 && power < BINARY.length - 1) {
            unit <<= 10;
            power++;
        }
        long whole = bytes / unit;
        long tenths = bytes % unit * 10 / unit;
        return new ByteCount(whole + (tenths == 0 ? "" : "." + tenths), BINARY[power]);
    }

    /// A byte count in powers of 1,024 with its unit.
    public static String binaryWords(long bytes) {
        return binary(bytes).toString();
    }

    /// A byte count in powers of 1,000 with its unit.
    public static String words(long bytes) {
        return of(bytes).toString();
    }

    @Override
    public String toString() {
        return figure + " " + unit;
    }
}
