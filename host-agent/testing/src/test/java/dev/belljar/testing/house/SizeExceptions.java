package dev.belljar.testing.house;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The places of `exceptions.txt` that may be larger than the limits, each with its size: an exception may only
/// become smaller, and is removed when its place is within the limit.
record SizeExceptions(Map<String, Integer> allowed) {
    private static final Pattern LINE = Pattern.compile("(files|lines|method|parameters) (\\d+) ([^:]+): .+");

    /// Reads `exceptions.txt`.
    static SizeExceptions read() throws IOException {
        try (InputStream in = Objects.requireNonNull(SizeExceptions.class.getResourceAsStream("exceptions.txt"))) {
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /// Reads lines `KIND SIZE PLACE: WHY`.
    static SizeExceptions of(String text) {
        Map<String, Integer> allowed = new TreeMap<>();
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("exceptions.txt: expected “KIND SIZE PLACE: WHY”, not: " + line);
            }
            allowed.put(parts.group(1) + " " + parts.group(3), Integer.valueOf(parts.group(2)));
        });
        return new SizeExceptions(allowed);
    }

    /// The places that are larger than the limit and than their exception.
    List<String> tooLarge(SourceSizes sizes) {
        List<String> found = new ArrayList<>();
        for (SourceSizes.Limit limit : sizes.limits()) {
            limit.exceeded()
                    .filter(place -> place.getValue() > allowed.getOrDefault(limit.kind() + " " + place.getKey(), 0))
                    .forEach(place -> found.add("%s %d %s: at most %d"
                            .formatted(limit.kind(), place.getValue(), place.getKey(), limit.most())));
        }
        return found;
    }

    /// The exceptions of places that are within the limit, or that do not exist.
    Set<String> unused(SourceSizes sizes) {
        Set<String> unused = new TreeSet<>(allowed.keySet());
        sizes.limits()
                .forEach(
                        limit -> limit.exceeded().forEach(place -> unused.remove(limit.kind() + " " + place.getKey())));
        return unused;
    }
}
