package dev.belljar.client.console;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A number of bytes in the notation of the command line: `5000`, `64K`, `10M`, `1G`, in powers of 1,024.
public record ByteSize(long bytes) {
    /// Parses a size from the command line.
    public static final class ByteSizeConverter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String word) {
            if (!word.toUpperCase(Locale.ROOT).matches("[1-9][0-9]{0,11}[KMG]?")) {
                throw new TypeConversionException(
                        "\"" + word + "\": expected a number of bytes such as 5000, 64K, 10M or 1G");
            }
            char last = Character.toUpperCase(word.charAt(word.length() - 1));
            int shift = Character.isDigit(last) ? 0 : 10 * (1 + "KMG".indexOf(last));
            String digits = shift == 0 ? word : word.substring(0, word.length() - 1);
            return new ByteSize(Long.parseLong(digits) << shift);
        }
    }
}
