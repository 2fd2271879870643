package dev.belljar.contract.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The header fields of a message in their order, with each byte as one character.
public record HeaderFields(List<Field> list) {
    private static final String TOKEN = "!#$%&'*+-.^_`|~";

    /// One field line.
    public record Field(String name, String value) {
        boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    public HeaderFields {
        list = List.copyOf(list);
    }

    /// Reads field lines, given without their line ends, of which there may be this many.
    ///
    /// @throws HttpFault when a line can be read in more than one way
    public static HeaderFields parse(List<String> lines, int most) throws HttpFault {
        if (lines.size() > most) {
            throw new HttpFault(431, "the header has more than " + most + " fields");
        }
        List<Field> fields = new ArrayList<>(lines.size());
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon <= 0 || !token(line.substring(0, colon))) {
                throw HttpFault.bad("a header line is not `name: value`");
            }
            String value = line.substring(colon + 1);
            if (!clean(value)) {
                throw HttpFault.bad("a header field contains control characters");
            }
            fields.add(new Field(line.substring(0, colon), value.strip()));
        }
        return new HeaderFields(fields);
    }

    public static boolean token(String word) {
        return !word.isEmpty()
                && word.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || TOKEN.indexOf(c) >= 0);
    }

    public static boolean clean(String value) {
        return value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f && c <= 0xff));
    }

    /// The values of all fields of this name.
    public List<String> all(String name) {
        return list.stream().filter(field -> field.is(name)).map(Field::value).toList();
    }

    /// The value of the first field of this name, or an empty string.
    public String first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.getFirst();
    }

    public boolean has(String name) {
        return list.stream().anyMatch(field -> field.is(name));
    }

    /// Whether the comma-separated value of a field has this word, ignoring case.
    public boolean says(String name, String word) {
        return words(name).contains(word);
    }

    /// The comma-separated words of a field, in lower case.
    public List<String> words(String name) {
        return all(name).stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /// The fields without those with these names, which are in lower case.
    public HeaderFields without(Set<String> names) {
        return new HeaderFields(list.stream()
                .filter(field -> !names.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList());
    }

    public HeaderFields with(String name, String value) {
        List<Field> more = new ArrayList<>(list);
        more.add(new Field(name, value));
        return new HeaderFields(more);
    }

    /// The lines as they are sent.
    void write(StringBuilder into) {
        for (Field field : list) {
            into.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
    }
}
