package dev.belljar.contract.codec;

import dev.belljar.contract.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;
import tools.jackson.dataformat.toml.TomlFactory;
import tools.jackson.dataformat.toml.TomlMapper;
import tools.jackson.dataformat.toml.TomlReadFeature;

/// One table of a TOML document, with the line of each of its keys.
///
/// Jackson reads the document. [TomlLineScanner] finds the lines, which Jackson does not keep.
public final class TomlTable {
    private static final int SHOWN = 20;

    /// Jackson refuses it, except as the first character.
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private static final TomlMapper MAPPER = TomlMapper.builder(TomlFactory.builder()
                    // To Jackson, the document is one level, too.
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(TomlLineScanner.DEEPEST + 1)
                            .build())
                    .build())
            .enable(TomlReadFeature.PARSE_JAVA_TIME)
            .build();

    private final JsonNode node;
    private final TomlLines lines;

    private TomlTable(JsonNode node, TomlLines lines) {
        this.node = node;
        this.lines = lines;
    }

    /// Reads a document.
    ///
    /// @throws TomlFault saying what is wrong, and where
    public static TomlTable read(String toml) throws TomlFault {
        try {
            return new TomlTable(MAPPER.readTree(toml), new TomlLineScanner(toml).document());
        } catch (StreamConstraintsException e) {
            // Jackson does not say where the document is nested too deeply. The scanner has the same limit, and does.
            new TomlLineScanner(toml).document();
            throw new TomlFault(String.valueOf(e.getOriginalMessage()).replaceFirst(", from [^)]*", ""), e);
        } catch (JacksonException e) {
            throw new TomlFault(place(e.getLocation()) + problem(toml, e), e);
        }
    }

    private static String place(@Nullable TokenStreamLocation at) {
        return at == null ? "" : "line %d, column %d: ".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static String problem(String toml, JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        TokenStreamLocation at = e.getLocation();
        if (!message.equals("Unknown token") || at == null) {
            return message;
        }
        String line = toml.lines().skip(at.getLineNr() - 1L).findFirst().orElse("");
        String found = line.substring(Math.min(at.getColumnNr() - 1, line.length()));
        return "\"%s\" is neither a key nor a value: expected a key, text in quotes, a number, a time, true or false"
                .formatted(VisibleText.line(found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found));
    }

    /// The names of the keys, in the order of the document.
    public List<String> keys() {
        return List.copyOf(node.propertyNames());
    }

    /// The value of a key: a String, Boolean, Long, BigInteger (when it does not fit a Long), Double,
    /// BigDecimal, a type of `java.time`, a TomlTable, or a List of these.
    public @Nullable Object value(String key) {
        JsonNode value = node.get(key);
        return value == null ? null : value(value, lines.key(key));
    }

    /// The number of the line on which the key is set; that of the table when the key is not set, or written
    /// with escape sequences.
    public int line(String key) {
        return lines.key(key).line();
    }

    /// The number of the line on which an element of the list that is a key's value starts; that of the key if
    /// it has no such element.
    public int line(String key, int index) {
        return lines.key(key).element(index).line();
    }

    /// The number of the line on which the table starts.
    public int line() {
        return lines.line();
    }

    /// The text as a TOML value, in quotes.
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append((char) c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default ->
                    quoted.append(
                            Character.isISOControl(c) || c == BYTE_ORDER_MARK
                                    ? "\\u%04X".formatted(c)
                                    : String.valueOf((char) c));
            }
        });
        return quoted.append('"').toString();
    }

    private static Object value(JsonNode value, TomlLines lines) {
        if (value.isObject()) {
            return new TomlTable(value, lines);
        }
        if (value.isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < value.size(); i++) {
                elements.add(value(value.get(i), lines.element(i)));
            }
            return elements;
        }
        if (value instanceof POJONode time) {
            return time.getPojo();
        }
        if (value.isIntegralNumber()) {
            return value.canConvertToLong() ? (Object) value.longValue() : value.bigIntegerValue();
        }
        if (value.isNumber()) {
            return value.numberValue();
        }
        return value.isBoolean() ? (Object) value.booleanValue() : value.stringValue();
    }
}
