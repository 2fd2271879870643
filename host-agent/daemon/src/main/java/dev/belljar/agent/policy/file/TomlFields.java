package dev.belljar.agent.policy.file;

import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.agent.policy.rule.ShortText;
import dev.belljar.contract.codec.TomlTable;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the values of one TOML table with type checks; errors name the line.
final class TomlFields {
    private static final int LONGEST = 4_096;

    private final TomlTable table;

    /// The fields of a table.
    ///
    /// @throws PolicyException `policy.file-invalid` for a key that is not one of these
    TomlFields(TomlTable table, Set<String> keys) throws PolicyException {
        this.table = table;
        for (String key : table.keys()) {
            if (!keys.contains(key)) {
                throw wrong(
                        key,
                        "one of the keys "
                                + String.join(", ", keys.stream().sorted().toList()));
            }
        }
    }

    @Nullable
    String text(String key) throws PolicyException {
        Object value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof String text && text.length() <= LONGEST) {
            return text;
        }
        throw wrong(key, "text in quotes, at most " + LONGEST + " characters");
    }

    @Nullable
    Integer number(String key, int most) throws PolicyException {
        Object value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= 1 && number <= most) {
            return number.intValue();
        }
        throw wrong(key, "a whole number from 1 to " + most);
    }

    /// A byte count: a number, or text such as `"10M"`.
    @Nullable
    Long size(String key) throws PolicyException {
        Object value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= 1) {
            return number;
        }
        try {
            return RuleText.size(value instanceof String text ? text : "");
        } catch (PolicyException e) {
            throw wrong(key, "a number of bytes, or a string such as \"10M\"");
        }
    }

    @Nullable
    Long time(String key) throws PolicyException {
        Object value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant().toEpochMilli();
        }
        throw wrong(key, "a time with a UTC offset, such as 2027-01-31T18:00:00Z");
    }

    private @Nullable Object value(String key) {
        return table.value(key);
    }

    PolicyException wrong(String key, String expected) {
        return PolicyException.invalidFile(
                "line %d: %s: expected %s".formatted(table.line(key), ShortText.of(key), expected));
    }

    /// Appends a field to a document; nothing if it has no text.
    static void write(StringBuilder toml, String key, @Nullable String text) {
        if (text != null) {
            toml.append(key).append(" = ").append(TomlTable.quoted(text)).append('\n');
        }
    }
}
