package dev.belljar.testing.property;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says with which values a property does not hold, and how to repeat the test.
final class PropertyFailure extends AssertionError {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 1_000;

    PropertyFailure(String which, @Nullable Long seed, FailedTry first, FailedTry simplest) {
        super(
                "%s failed%nsimplest values: %s%nfirst values:    %s%n%s%n%s"
                        .formatted(
                                which,
                                words(simplest.values()),
                                words(first.values()),
                                seed == null
                                        ? "All values are tried, always in this order."
                                        : "To repeat it, run the test with BELLJAR_JAVA_OPTIONS=-Dproperty.seed="
                                                + seed,
                                simplest.thrown()),
                simplest.thrown());
    }

    private static String words(List<@Nullable Object> values) {
        return values.stream().map(PropertyFailure::word).collect(Collectors.joining(", "));
    }

    private static String word(@Nullable Object value) {
        String word = switch (value) {
            case byte[] bytes -> bytes.length + " bytes " + HexFormat.of().formatHex(bytes);
            case List<?> list -> list.stream().map(PropertyFailure::word).collect(Collectors.joining(", ", "[", "]"));
            case String text -> quoted(text);
            case null, default -> String.valueOf(value);
        };
        return word.length() > SHOWN ? word.substring(0, SHOWN) + "…" : word;
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c ->
                        c < ' ' || c > '~' || c == '"' || c == '\\' ? "\\u%04x".formatted(c) : String.valueOf((char) c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
