package dev.belljar.agent.environment;

import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.text.SimilarWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the values of one table of `.belljar/machine.toml`. Errors name the line and what was expected.
final class EnvironmentFields {
    private static final int LONGEST_SUGGESTED = 40;

    private final TomlTable table;
    private final String place;

    /// The fields of a table, which has this place in the document, as `packages.`.
    ///
    /// @throws EnvironmentException when a key is not one of these
    EnvironmentFields(TomlTable table, String place, Set<String> keys) throws EnvironmentException {
        this.table = table;
        this.place = place;
        for (String key : table.keys()) {
            if (!keys.contains(key)) {
                throw EnvironmentException.invalid("line %d: unknown key %s: expected one of %s%s"
                        .formatted(
                                table.line(key),
                                EnvironmentException.shortened(place + key),
                                String.join(", ", new TreeSet<>(keys)),
                                suggestion(key, keys)));
            }
        }
    }

    /// The different texts of a list; empty if the key is not set.
    List<String> texts(String key, int most, ValueCheck check) throws EnvironmentException {
        List<String> texts = words(key, most, check);
        requireDifferent(key, texts);
        return texts;
    }

    /// The texts of a list, in which one may be repeated; empty if the key is not set.
    List<String> words(String key, int most, ValueCheck check) throws EnvironmentException {
        List<String> texts = new ArrayList<>();
        List<?> values = list(key, most, "a list of texts in quotes");
        for (int i = 0; i < values.size(); i++) {
            int line = table.line(key, i);
            if (!(values.get(i) instanceof String text)) {
                throw wrong(line, key, "each element to be text in quotes");
            }
            check(line, key, text, check);
            texts.add(text);
        }
        return texts;
    }

    /// The whole numbers of a list; empty if the key is not set.
    List<Integer> numbers(String key, int most, int largest) throws EnvironmentException {
        List<Integer> numbers = new ArrayList<>();
        List<?> values = list(key, most, "a list of numbers");
        for (int i = 0; i < values.size(); i++) {
            if (!(values.get(i) instanceof Long number) || number < 1 || number > largest) {
                throw wrong(
                        table.line(key, i),
                        key,
                        "each element to be a whole number from 1 to %d, without quotes".formatted(largest));
            }
            numbers.add(number.intValue());
        }
        requireDifferent(key, numbers);
        return numbers;
    }

    @Nullable
    Integer number(String key, int largest) throws EnvironmentException {
        Object value = table.value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= 1 && number <= largest) {
            return number.intValue();
        }
        throw wrong(key, "a whole number from 1 to %d, without quotes".formatted(largest));
    }

    /// A text; null if the key is not set.
    @Nullable
    String text(String key, ValueCheck check) throws EnvironmentException {
        Object value = table.value(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw wrong(key, "text in quotes");
        }
        check(table.line(key), key, text, check);
        return text;
    }

    /// The table of a key; null if the key is not set.
    @Nullable
    TomlTable table(String key) throws EnvironmentException {
        Object value = table.value(key);
        if (value == null || value instanceof TomlTable) {
            return (TomlTable) value;
        }
        throw wrong(key, "a table, as [%s]".formatted(key));
    }

    /// The tables of a key; empty if the key is not set.
    List<TomlTable> tables(String key, int most) throws EnvironmentException {
        List<TomlTable> tables = new ArrayList<>();
        for (Object each : list(key, most, "[[%s]] tables".formatted(key))) {
            if (!(each instanceof TomlTable one)) {
                throw wrong(key, "[[%s]] tables".formatted(key));
            }
            tables.add(one);
        }
        return tables;
    }

    private List<?> list(String key, int most, String expected) throws EnvironmentException {
        Object value = table.value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(key, expected);
        }
        if (list.size() > most) {
            throw wrong(key, "at most %d elements, found %d".formatted(most, list.size()));
        }
        return list;
    }

    private void requireDifferent(String key, List<?> values) throws EnvironmentException {
        Set<Object> seen = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            if (!seen.add(values.get(i))) {
                throw EnvironmentException.invalid("line %d: %s: \"%s\" is listed twice"
                        .formatted(
                                table.line(key, i),
                                place + key,
                                EnvironmentException.shortened(String.valueOf(values.get(i)))));
            }
        }
    }

    private void check(int line, String key, String text, ValueCheck check) throws EnvironmentException {
        String expected = check.expected(text);
        if (expected != null) {
            throw EnvironmentException.invalid("line %d: %s: \"%s\": expected %s%s"
                    .formatted(
                            line,
                            place + key,
                            EnvironmentException.shortened(text),
                            expected,
                            suggestion(text, check.words())));
        }
    }

    EnvironmentException wrong(String key, String expected) {
        return wrong(table.line(key), key, expected);
    }

    private EnvironmentException wrong(int line, String key, String expected) {
        return EnvironmentException.invalid(
                "line %d: %s: expected %s".formatted(line, EnvironmentException.shortened(place + key), expected));
    }

    private static String suggestion(String word, Collection<String> known) {
        return word.length() > LONGEST_SUGGESTED
                ? ""
                : SimilarWords.nearest(word, known)
                        .map(near -> ". Did you mean \"%s\"?".formatted(near))
                        .orElse("");
    }
}
