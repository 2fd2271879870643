package dev.belljar.app.diff;

import dev.belljar.app.diff.LineRuler.LineSpan;
import dev.belljar.app.diff.PaneLine.StyledPart;
import dev.belljar.app.drawing.CanvasPen;
import java.util.List;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;

/// Draws lines of a diff on a canvas: a node for each of their parts would take several times as long to make, to
/// style and to lay out.
final class DiffPainter {
    /// The space right of a line's text.
    static final double EDGE = 8;

    private static final Font NUMBERS = CanvasPen.font(CanvasPen.CODE, 11);
    private static final double NUMBER = 40;
    private static final double SIGN = 14;
    /// The space right of a number.
    private static final double GAP = 8;
    /// The width of the coloured edge of a changed line.
    private static final double MARK = 2;
    /// Where the text of a line begins and ends, and its base line.
    private static final double TOP = 2;

    private static final double TEXT = 18;
    private static final double BASE = 16;
    private static final double NUMBER_BASE = 16;

    private final CanvasPen pen;
    private final LineRuler ruler;

    DiffPainter(CanvasPen pen, LineRuler ruler) {
        this.pen = pen;
        this.ruler = ruler;
    }

    /// The width of the numbers and the sign of a line.
    static double gutter(PaneLine line) {
        return (line.before() == null ? 0 : NUMBER) + (line.after() == null ? 0 : NUMBER) + SIGN;
    }

    /// The ground of a line.
    void ground(PaneLine line, double y, double width) {
        if (line.isBar()) {
            pen.fill("line", 0, y, width, line.height());
            pen.fill("surface-sunken", 0, y + 1, width, line.height() - 2);
        } else {
            pen.fill(colour(line, "add", "del", line.side() == null ? "hover" : "surface"), 0, y, width, line.height());
        }
    }

    /// The numbers and the sign of a line, above its text if that is scrolled.
    void numbers(PaneLine line, double y) {
        ground(line, y, gutter(line));
        if (line.side() == null) {
            return;
        }
        if (line.isChange()) {
            pen.fill(colour(line, "add-edge", "del-edge", ""), 0, y, MARK, line.height());
        }
        double x = number(line.before(), 0, y);
        x = number(line.after(), x, y);
        if (line.isChange()) {
            pen.words(
                    colour(line, "+", "−", ""),
                    LineRuler.CODE,
                    colour(line, "ok", "danger", ""),
                    x,
                    y + BASE,
                    TextAlignment.LEFT,
                    false);
        }
    }

    private double number(@Nullable Integer number, double x, double y) {
        if (number == null) {
            return x;
        }
        if (number > 0) {
            String words = Integer.toString(number);
            double end = Math.round(x + NUMBER - GAP - Math.ceil(pen.width(words, NUMBERS)));
            pen.words(words, NUMBERS, "text-faint", end, y + NUMBER_BASE, TextAlignment.LEFT, false);
        }
        return x + NUMBER;
    }

    /// The marks below the text of a line.
    void marks(PaneLine line, List<StyledPart> parts, double x, double y) {
        for (StyledPart part : parts) {
            if (part.marked()) {
                for (LineSpan range : ruler.ranges(line.text(), part.start(), part.end())) {
                    pen.fill(
                            colour(line, "add-word", "del-word", ""),
                            x + range.from(),
                            y + TOP,
                            range.to() - range.from(),
                            TEXT);
                }
            }
        }
    }

    /// A selected part of a line; `on` if the selection goes on in the next line.
    void selection(PaneLine line, int start, int end, boolean on, double x, double y) {
        for (LineSpan range : ruler.ranges(line.text(), start, end)) {
            pen.fill("term-select", x + range.from(), y + TOP, range.to() - range.from(), TEXT);
        }
        if (on) {
            pen.fill("term-select", x + ruler.width(line.text()), y + TOP, ruler.advance(), TEXT);
        }
    }

    /// The text of a line.
    void text(PaneLine line, List<StyledPart> parts, double x, double y) {
        boolean plain = LineRuler.isPlain(line.text());
        for (StyledPart part : parts) {
            if (plain) {
                String words = line.text().substring(part.start(), part.end());
                words(words, part, x + part.start() * ruler.advance(), y);
                continue;
            }
            // Characters may have other widths and another order, so the whole line is drawn, and only this part shown.
            for (LineSpan range : ruler.ranges(line.text(), part.start(), part.end())) {
                pen.within(
                        x + range.from(),
                        y,
                        range.to() - range.from(),
                        line.height(),
                        () -> words(line.text(), part, x, y));
            }
        }
    }

    private void words(String words, StyledPart part, double x, double y) {
        if (!words.isBlank()) {
            pen.words(words, LineRuler.CODE, part.colour(), x, y + BASE, TextAlignment.LEFT, false);
        }
    }

    private static String colour(PaneLine line, String added, String removed, String same) {
        return switch (line.change()) {
            case ADDED -> added;
            case REMOVED -> removed;
            case SAME -> same;
        };
    }
}
