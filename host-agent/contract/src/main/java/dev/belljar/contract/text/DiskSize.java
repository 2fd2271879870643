package dev.belljar.contract.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and formats disk limits as users write them: `40 GiB`, `40G`, `512M`, `1.5 TiB`, `5 GB`, or `none`.
public final class DiskSize {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)\\s*([MGT])(I?B)?", Pattern.CASE_INSENSITIVE);
    private static final int MEBI = 20;

    private DiskSize() {}

    /// Parses a size to bytes; `none` is 0. A single letter means powers of 1,024, like `GiB`; `GB` means powers
    /// of 1,000.
    ///
    /// @throws IllegalArgumentException when the text is not a size; the message says what was expected
    public static long read(String words) {
        String text = words.strip();
        if (text.equalsIgnoreCase("none")) {
            return 0;
        }
        Matcher size = SIZE.matcher(text);
        // Zero is refused: some would read it as no space and others as no limit.
        if (!size.matches() || new BigDecimal(size.group(1)).signum() == 0) {
            throw new IllegalArgumentException("\"" + text + "\": expected a size such as 40 GiB, or \"none\"");
        }
        int power = "MGT".indexOf(size.group(2).toUpperCase(Locale.ROOT));
        boolean decimal = "B".equalsIgnoreCase(size.group(3));
        BigDecimal unit = decimal ? BigDecimal.TEN.pow(6 + 3 * power) : BigDecimal.valueOf(1L << (MEBI + 10 * power));
        return new BigDecimal(size.group(1)).multiply(unit).longValue();
    }

    /// Formats a size in whole MiB or GiB.
    public static String words(long bytes) {
        return bytes == 0 ? "none" : ByteCount.ofMiB(bytes >> MEBI).toString();
    }
}
