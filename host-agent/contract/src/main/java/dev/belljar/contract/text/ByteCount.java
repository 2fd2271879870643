package dev.belljar.contract.text;

import java.util.Locale;

/// The one rule for how counts of bytes are written: in powers of 1,000 with one decimal (`0 B`, `12.3 kB`,
/// `25.3 GB`).
///
/// What was asked for in MiB is written in MiB or GiB, and exactly; what stands beside it is in powers of 1,024 too, or
/// "34.4 GB of 32 GiB" would look like more than all. A figure and its unit come apart, so that a screen can draw the
/// unit lighter.
public record ByteCount(String figure, String unit) {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final double ROUNDED_UP = 999.95;

    /// So many bytes.
    public static ByteCount of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= (unit == 0 ? 1_000 : ROUNDED_UP) && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return new ByteCount(String.format(Locale.ROOT, unit == 0 ? "%.0f" : "%.1f", value), UNITS[unit]);
    }

    /// A limit as it was asked for: `512 MiB`, `8 GiB`.
    public static ByteCount ofMiB(long mebibytes) {
        boolean whole = mebibytes >= 1_024 && mebibytes % 1_024 == 0;
        return whole
                ? new ByteCount(Long.toString(mebibytes / 1_024), "GiB")
                : new ByteCount(Long.toString(mebibytes), "MiB");
    }

    /// So many bytes in powers of 1,024, for what stands beside a limit: `512 MiB`, `1.5 GiB`. Rounded down, so that
    /// what has not reached a limit does not look like it.
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

    /// So many bytes in powers of 1,024 with their unit.
    public static String binaryWords(long bytes) {
        return binary(bytes).toString();
    }

    /// So many bytes with their unit.
    public static String words(long bytes) {
        return of(bytes).toString();
    }

    @Override
    public String toString() {
        return figure + " " + unit;
    }
}
