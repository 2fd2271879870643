package dev.belljar.client.help;

/// A manual page while it is written: lines of troff, in which text is escaped so that it is never read as a
/// request.
final class TroffPage {
    private static final int LAST_OF_ASCII = 0x7e;

    private final StringBuilder lines = new StringBuilder();

    /// Adds a macro with arguments, each in quotes.
    void macro(String name, String... arguments) {
        lines.append('.').append(name);
        for (String argument : arguments) {
            lines.append(" \"").append(escaped(argument)).append('"');
        }
        lines.append('\n');
    }

    void section(String title) {
        macro("SH", title);
    }

    /// Adds a line that is already escaped.
    void text(String escaped) {
        lines.append(escaped).append('\n');
    }

    /// Adds a term, which is already escaped, and its meaning.
    void item(String term, String meaning) {
        macro("TP");
        text(term);
        text(escaped(meaning));
    }

    static String bold(String text) {
        return "\\fB" + escaped(text) + "\\fR";
    }

    static String italic(String text) {
        return "\\fI" + escaped(text) + "\\fR";
    }

    /// Escapes text so that troff prints it unchanged.
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\\' -> safe.append("\\e");
                case '-' -> safe.append("\\-");
                case '\'' -> safe.append("\\(aq");
                case '"' -> safe.append("\\(dq");
                case '`' -> safe.append("\\(ga");
                case '^' -> safe.append("\\(ha");
                case '~' -> safe.append("\\(ti");
                default -> safe.append(c > LAST_OF_ASCII ? "\\[u%04X]".formatted(c) : Character.toString(c));
            }
        });
        return safe.isEmpty() || safe.charAt(0) != '.' ? safe.toString() : "\\&" + safe;
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
