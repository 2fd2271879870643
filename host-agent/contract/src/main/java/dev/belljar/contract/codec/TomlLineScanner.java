package dev.belljar.contract.codec;

/// Finds the lines of the keys and values in a TOML document that Jackson accepts. In any other text, it detects only
/// excessive nesting; the lines it finds are then meaningless.
final class TomlLineScanner {
    /// How deep arrays and tables may be nested in a document.
    static final int DEEPEST = 16;

    private static final String BLANKS = " \t";
    private static final String BETWEEN = " \t\r\n,";

    private final String text;
    private int at;
    private int line = 1;

    TomlLineScanner(String text) {
        this.text = text;
    }

    /// The lines of the whole document.
    ///
    /// @throws TomlFault when it is nested too deeply
    TomlLines document() throws TomlFault {
        TomlLines document = new TomlLines(line);
        TomlLines table = document;
        for (skip(BETWEEN); at < text.length(); skip(BETWEEN)) {
            if (next() == '[') {
                boolean array = text.startsWith("[[", at);
                at += array ? 2 : 1;
                table = key(document, array);
                requireShallow(table);
                restOfLine();
            } else {
                pair(table);
            }
        }
        return document;
    }

    private void pair(TomlLines table) throws TomlFault {
        TomlLines value = key(table, false);
        if (next() == '=') {
            at++;
            value(value);
        } else {
            restOfLine();
        }
    }

    /// Reads a key, which consists of names with dots between them.
    private TomlLines key(TomlLines table, boolean array) throws TomlFault {
        TomlLines container = table;
        while (true) {
            requireShallow(container);
            skip(BLANKS);
            String name = name();
            skip(BLANKS);
            if (next() != '.') {
                return array ? container.withTable(name, line) : container.with(name, line);
            }
            at++;
            container = container.with(name, line);
        }
    }

    /// Reads one name. Escape sequences in it stay as they are.
    private String name() {
        int from = at;
        if (next() == '"' || next() == '\'') {
            string();
            return text.substring(from + 1, Math.max(from + 1, at - 1));
        }
        while (at < text.length() && " \t\r\n.=]#".indexOf(next()) < 0) {
            at++;
        }
        return text.substring(from, at);
    }

    private void value(TomlLines value) throws TomlFault {
        skip(BLANKS);
        char first = next();
        if (first == '"' || first == '\'') {
            string();
        } else if (first == '[' || first == '{') {
            requireShallow(value);
            at++;
            char end = first == '[' ? ']' : '}';
            for (skip(BETWEEN); at < text.length() && next() != end; skip(BETWEEN)) {
                if (end == ']') {
                    value(value.withElement(line));
                } else {
                    pair(value);
                }
            }
            at++;
        } else {
            do {
                at++;
            } while (at < text.length() && ",]}\r\n#".indexOf(next()) < 0);
        }
    }

    /// Skips text in quotes, which may have several lines if it starts with three quotes.
    private void string() {
        char quote = next();
        String three = String.valueOf(quote).repeat(3);
        int quotes = text.startsWith(three, at) ? 3 : 1;
        at += quotes;
        while (at < text.length() && !text.startsWith(quotes == 3 ? three : three.substring(2), at)) {
            at += quote == '"' && next() == '\\' ? 1 : 0;
            line += next() == '\n' ? 1 : 0;
            at++;
        }
        at = Math.min(at + quotes, text.length());
        // Text with three quotes may end with one or two of them.
        while (quotes == 3 && next() == quote) {
            at++;
        }
    }

    private void skip(String characters) {
        while (at < text.length()) {
            if (next() == '#' && characters.equals(BETWEEN)) {
                restOfLine();
            } else if (characters.indexOf(next()) >= 0) {
                line += next() == '\n' ? 1 : 0;
                at++;
            } else {
                return;
            }
        }
    }

    private void restOfLine() {
        while (at < text.length() && next() != '\n') {
            at++;
        }
    }

    private char next() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void requireShallow(TomlLines container) throws TomlFault {
        if (container.depth() > DEEPEST) {
            throw new TomlFault(
                    "line %d: nested too deeply: expected at most %d levels".formatted(line, DEEPEST), null);
        }
    }
}
