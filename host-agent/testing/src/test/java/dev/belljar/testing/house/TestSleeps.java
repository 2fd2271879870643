package dev.belljar.testing.house;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds tests that sleep and are not listed in `sleeps.txt`. A test that sleeps for a fixed time fails on a busy host
/// or proves nothing, and takes this time on any host.
record TestSleeps(Set<String> exempt) {
    private static final Pattern SLEEP =
            Pattern.compile("\\b(Thread|TimeUnit\\.\\w+|[A-Z]+SECONDS)\\.sleep\\(|\\.parkNanos\\(");

    /// Reads `sleeps.txt`.
    static TestSleeps read() throws IOException {
        try (InputStream in = Objects.requireNonNull(TestSleeps.class.getResourceAsStream("sleeps.txt"))) {
            Set<String> exempt = new TreeSet<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split(": ", 2);
                    if (parts.length < 2) {
                        throw new IllegalArgumentException("sleeps.txt: expected “CLASS: WHY”, not: " + line);
                    }
                    exempt.add(parts[0]);
                }
            }
            return new TestSleeps(exempt);
        }
    }

    /// The files of tests that sleep without being listed.
    List<String> unlisted(Checkout checkout) {
        return sleeping(checkout).filter(file -> !exempt.contains(name(file))).toList();
    }

    /// The listed classes that do not sleep.
    Set<String> unused(Checkout checkout) {
        Set<String> unused = new TreeSet<>(exempt);
        sleeping(checkout).map(TestSleeps::name).forEach(unused::remove);
        return unused;
    }

    private static Stream<String> sleeping(Checkout checkout) {
        return checkout.sources().entrySet().stream()
                .filter(each -> each.getKey().contains("src/test/"))
                .filter(each -> SLEEP.matcher(each.getValue().code()).find())
                .map(each -> each.getKey());
    }

    private static String name(String file) {
        return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    }
}
