package dev.belljar.client.console;

import dev.belljar.contract.text.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a period from the command line: `45m`, `12h`, `7d`, or `never`, which is zero.
public final class SpanConverter implements ITypeConverter<Duration> {
    private static final Duration MOST = Duration.ofDays(10_000);

    @Override
    public Duration convert(String word) {
        try {
            Duration span = TimeSpan.read(word);
            if (span.compareTo(MOST) <= 0) {
                return span;
            }
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
        throw new TypeConversionException(
                "\"" + word + "\": expected at most " + MOST.toDays() + "d, or \"never\" or 0 for no limit");
    }
}
