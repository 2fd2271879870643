package dev.belljar.app.diff;

import dev.belljar.app.diff.DiffRow.ChangedRange;
import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.app.text.FigureFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A line of a column: its side with the numbers to show (null for no column, 0 for an empty one), or a bar, or the
/// head of a hunk. `text` is what is drawn: a guest's text made harmless, with spaces instead of tabs.
record PaneLine(
        @Nullable DiffSide side,
        @Nullable Integer before,
        @Nullable Integer after,
        String bar,
        int hunk,
        String text) {
    static final double LINE = 22;
    private static final double BAR = 29;
    private static final double HEAD = 36;

    /// A part of a line with the name of its colour; `marked` if it differs from the other side.
    record StyledPart(int start, int end, String colour, boolean marked) {}

    /// A line with one column of numbers.
    static PaneLine line(@Nullable DiffSide side) {
        return new PaneLine(side, side == null ? 0 : side.number(), null, "", DiffRow.NO_HUNK, text(side));
    }

    /// A line with two columns of numbers, 0 for none.
    static PaneLine line(DiffSide side, int before, int after) {
        return new PaneLine(side, before, after, "", DiffRow.NO_HUNK, text(side));
    }

    static PaneLine bar(String words) {
        return new PaneLine(null, null, null, words, DiffRow.NO_HUNK, "");
    }

    static PaneLine head(int hunk) {
        return new PaneLine(null, null, null, "", hunk, "");
    }

    boolean isHead() {
        return hunk != DiffRow.NO_HUNK;
    }

    boolean isBar() {
        return !bar.isEmpty();
    }

    /// How the line was changed; bars, heads and lines without a side were not.
    LineChange change() {
        return side == null ? LineChange.SAME : side.kind();
    }

    boolean isChange() {
        return change() != LineChange.SAME;
    }

    /// The height of the line, pixels.
    double height() {
        return isHead() ? HEAD : isBar() ? BAR : LINE;
    }

    private static String text(@Nullable DiffSide side) {
        return side == null ? "" : FigureFormat.printable(side.text().replace("\t", "    "));
    }

    /// Splits the line at each boundary of a colour or mark.
    List<StyledPart> parts() {
        if (side == null || text.isEmpty()) {
            return List.of();
        }
        List<SyntaxHighlighter.StyledSpan> code = SyntaxHighlighter.of(text);
        List<ChangedRange> marks = side.text().contains("\t") ? List.of() : side.marks();
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0, text.length()));
        code.forEach(s -> cuts.addAll(List.of(s.start(), s.end())));
        marks.forEach(m -> cuts.addAll(List.of(Math.min(m.start(), text.length()), Math.min(m.end(), text.length()))));
        List<StyledPart> parts = new ArrayList<>();
        int from = 0;
        for (int to : cuts) {
            if (to > from) {
                parts.add(part(from, to, code, marks));
                from = to;
            }
        }
        return parts;
    }

    private static StyledPart part(
            int from, int to, List<SyntaxHighlighter.StyledSpan> code, List<ChangedRange> marks) {
        boolean marked = marks.stream().anyMatch(m -> m.start() <= from && from < m.end());
        String colour = code.stream()
                .filter(s -> !marked && s.start() <= from && from < s.end())
                .findFirst()
                .map(SyntaxHighlighter.StyledSpan::colour)
                .orElse("text");
        return new StyledPart(from, to, colour, marked);
    }
}
