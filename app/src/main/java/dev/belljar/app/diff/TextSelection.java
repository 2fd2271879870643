package dev.belljar.app.diff;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The selected text of a column: the characters between an anchor and the caret, which the user moves.
final class TextSelection {
    private List<String> lines = List.of("");
    private TextSpot anchor = TextSpot.START;
    private TextSpot caret = TextSpot.START;

    /// A gap between two characters of a line.
    record TextSpot(int line, int column) implements Comparable<TextSpot> {
        static final TextSpot START = new TextSpot(0, 0);

        @Override
        public int compareTo(TextSpot other) {
            return Comparator.comparingInt(TextSpot::line)
                    .thenComparingInt(TextSpot::column)
                    .compare(this, other);
        }
    }

    /// Takes other lines, of which none is selected.
    void replace(List<String> next) {
        lines = next.isEmpty() ? List.of("") : List.copyOf(next);
        anchor = TextSpot.START;
        caret = TextSpot.START;
    }

    TextSpot caret() {
        return caret;
    }

    TextSpot from() {
        return anchor.compareTo(caret) < 0 ? anchor : caret;
    }

    TextSpot until() {
        return anchor.compareTo(caret) < 0 ? caret : anchor;
    }

    boolean isEmpty() {
        return anchor.equals(caret);
    }

    /// Moves the caret; the text between the anchor and it is selected if `extend`, otherwise nothing.
    void move(TextSpot spot, boolean extend) {
        caret = within(spot);
        if (!extend) {
            anchor = caret;
        }
    }

    /// Moves the caret by characters, also across the ends of lines.
    void step(int by, boolean extend) {
        String line = lines.get(caret.line());
        int column = caret.column() + by;
        if (column >= 0 && column <= line.length()) {
            boolean half = column > 0 && column < line.length() && Character.isLowSurrogate(line.charAt(column));
            move(new TextSpot(caret.line(), half ? column + by : column), extend);
        } else if (column < 0 && caret.line() > 0) {
            move(end(caret.line() - 1), extend);
        } else if (column > 0 && caret.line() < lines.size() - 1) {
            move(new TextSpot(caret.line() + 1, 0), extend);
        }
    }

    /// Moves the caret to the next (1) or previous (-1) border of a word, or to another line at the end of one.
    void word(int by, boolean extend) {
        String line = lines.get(caret.line());
        int at = caret.column();
        if (by > 0 ? at == line.length() : at == 0) {
            step(by, extend);
            return;
        }
        while (by > 0 ? at < line.length() && line.charAt(at) == ' ' : at > 0 && line.charAt(at - 1) == ' ') {
            at += by;
        }
        int border = by > 0 ? wordEnd(line, at) : wordStart(line, at);
        move(new TextSpot(caret.line(), border), extend);
    }

    /// Selects the word at a place.
    void selectWord(TextSpot spot) {
        TextSpot at = within(spot);
        String line = lines.get(at.line());
        int inside = Math.min(at.column(), Math.max(0, line.length() - 1));
        move(new TextSpot(at.line(), line.isEmpty() ? 0 : wordStart(line, inside + 1)), false);
        move(new TextSpot(at.line(), line.isEmpty() ? 0 : wordEnd(line, inside)), true);
    }

    void selectLine(int line) {
        move(new TextSpot(line, 0), false);
        move(end(line), true);
    }

    void selectAll() {
        move(TextSpot.START, false);
        move(end(lines.size() - 1), true);
    }

    /// The place behind the last character of a line.
    TextSpot end(int line) {
        return new TextSpot(line, lines.get(line).length());
    }

    /// The place behind the last line.
    TextSpot last() {
        return end(lines.size() - 1);
    }

    /// The selected text.
    String text() {
        TextSpot from = from();
        TextSpot until = until();
        return IntStream.rangeClosed(from.line(), until.line())
                .mapToObj(i -> lines.get(i)
                        .substring(
                                i == from.line() ? from.column() : 0,
                                i == until.line()
                                        ? until.column()
                                        : lines.get(i).length()))
                .collect(Collectors.joining("\n"));
    }

    /// All text.
    String all() {
        return String.join("\n", lines);
    }

    /// How many characters come before a place, counting the ends of lines.
    int offset(TextSpot spot) {
        return lines.subList(0, spot.line()).stream()
                        .mapToInt(line -> line.length() + 1)
                        .sum()
                + spot.column();
    }

    private TextSpot within(TextSpot spot) {
        int line = Math.clamp(spot.line(), 0, lines.size() - 1);
        return new TextSpot(line, Math.clamp(spot.column(), 0, lines.get(line).length()));
    }

    private static int wordEnd(String line, int from) {
        int at = from;
        if (at < line.length()) {
            boolean word = Character.isJavaIdentifierPart(line.charAt(at));
            do {
                at++;
            } while (word && at < line.length() && Character.isJavaIdentifierPart(line.charAt(at)));
        }
        return at;
    }

    private static int wordStart(String line, int until) {
        int at = until;
        if (at > 0) {
            boolean word = Character.isJavaIdentifierPart(line.charAt(at - 1));
            do {
                at--;
            } while (word && at > 0 && Character.isJavaIdentifierPart(line.charAt(at - 1)));
        }
        return at;
    }
}
