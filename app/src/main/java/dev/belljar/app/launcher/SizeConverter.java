package dev.belljar.app.launcher;

import dev.belljar.contract.text.ByteCount;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/// Writes a limit in MiB as `512 MiB` or `8 GiB`, and reads it with either unit, `MB` or `GB` (both binary), or
/// none: a number below 256 alone is GiB, any other MiB.
final class SizeConverter extends StringConverter<Integer> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,7})\\s*(?:([mg])(?:i?b)?)?");
    private static final int GIB = 1_024;
    private static final int LEAST_MIB = 256;

    private int last;

    /// `first` is the value until the user enters another, in MiB.
    SizeConverter(int first) {
        this.last = first;
    }

    @Override
    public String toString(@Nullable Integer mebibytes) {
        last = mebibytes == null ? last : mebibytes;
        return ByteCount.ofMiB(last).toString();
    }

    /// Reads a size; text that is none leaves the value as it was.
    @Override
    public Integer fromString(@Nullable String words) {
        Matcher size = SIZE.matcher(words == null ? "" : words.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            return last;
        }
        long number = Long.parseLong(size.group(1));
        String unit = size.group(2);
        boolean gib = unit == null ? number < LEAST_MIB : unit.equals("g");
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, gib ? number * GIB : number));
    }
}
