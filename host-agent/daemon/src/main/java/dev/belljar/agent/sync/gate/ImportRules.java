package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.gate.ImportRule.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The table of risky paths, from a file of this build; the first matching rule gives the reason.
public record ImportRules(List<ImportRule> risky, List<String> harmless, RuleIndex index) {
    private static final String FILE = "import-rules.txt";
    private static final int SHORTEST_REASON = 10;

    /// The table of this build.
    public static final ImportRules TABLE = load();

    public ImportRules {
        risky = List.copyOf(risky);
        harmless = List.copyOf(harmless);
    }

    private ImportRules(List<ImportRule> risky, List<String> harmless) {
        this(risky, harmless, new RuleIndex(risky));
    }

    /// Why a path, given as folded components, could execute; null if no rule matches.
    @Nullable
    String reason(List<String> components) {
        return index.first(components).map(ImportRule::reason).orElse(null);
    }

    /// True if a path in a new folder whose name begins with a dot is harmless; `components` begin with that
    /// folder.
    boolean harmless(List<String> components) {
        String whole = String.join("/", components) + "/";
        return harmless.stream().anyMatch(pattern -> whole.startsWith(pattern + "/"));
    }

    /// Reads a table.
    ///
    /// @throws IllegalStateException naming the line that is not a rule
    static ImportRules parse(List<String> lines) {
        List<ImportRule> rules = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at++);
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> patterns = new ArrayList<>();
            int first = at;
            while (at < lines.size() && lines.get(at).startsWith(" ")) {
                patterns.addAll(Arrays.asList(lines.get(at++).strip().split(" +")));
            }
            rules.add(rule(line, patterns, first));
        }
        return new ImportRules(
                rules.stream().filter(rule -> rule.kind() != Kind.HARMLESS).toList(),
                rules.stream()
                        .filter(rule -> rule.kind() == Kind.HARMLESS)
                        .flatMap(rule -> rule.patterns().stream())
                        .toList());
    }

    private static ImportRule rule(String line, List<String> patterns, int number) {
        int space = line.indexOf(' ');
        String kind = space < 0 ? line : line.substring(0, space);
        String reason = line.substring(space + 1).strip();
        Kind found = Arrays.stream(Kind.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(kind))
                .findFirst()
                .orElseThrow(() -> wrong(number, "\"" + kind + "\": expected a kind of rule"));
        if (space < 0 || reason.length() < SHORTEST_REASON) {
            throw wrong(number, "expected a reason in words after the kind");
        }
        if (patterns.isEmpty()) {
            throw wrong(number, "expected indented patterns below");
        }
        for (String pattern : patterns) {
            if (!found.takes(pattern)) {
                throw wrong(
                        number,
                        "\"" + pattern + "\": not a lower-case pattern for a rule of the kind \"" + kind + "\"");
            }
        }
        return new ImportRule(found, patterns, reason);
    }

    private static IllegalStateException wrong(int number, String words) {
        return new IllegalStateException(FILE + ", line " + number + ": " + words);
    }

    private static ImportRules load() {
        try (InputStream file = ImportRules.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing from this build");
            }
            return parse(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
