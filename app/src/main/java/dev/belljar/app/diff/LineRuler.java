package dev.belljar.app.diff;

import dev.belljar.app.drawing.CanvasPen;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.PathElement;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/// Measures lines of code: where a column is, and which column is at a place. In a line of ASCII, all characters have
/// the same width; others may come from wider fonts, or run from right to left.
final class LineRuler {
    static final Font CODE = CanvasPen.font(CanvasPen.CODE, 13);
    private static final int SAMPLE = 100;

    private final Text ruler = new Text("0".repeat(SAMPLE));
    private final double advance;

    /// A part of a line from left to right, pixels.
    record LineSpan(double from, double to) {}

    LineRuler() {
        ruler.setFont(CODE);
        advance = ruler.getLayoutBounds().getWidth() / SAMPLE;
    }

    /// The width of a character of ASCII.
    double advance() {
        return advance;
    }

    /// True if all characters have the same width.
    static boolean isPlain(String line) {
        return line.chars().allMatch(c -> c >= ' ' && c < 0x7F);
    }

    double width(String line) {
        if (isPlain(line)) {
            return line.length() * advance;
        }
        ruler.setText(line);
        return ruler.getLayoutBounds().getWidth();
    }

    /// Where the gap before this column is.
    double x(String line, int column) {
        if (isPlain(line)) {
            return column * advance;
        }
        ruler.setText(line);
        return ruler.caretShape(column, true)[0] instanceof MoveTo at ? at.getX() : 0;
    }

    /// The gap between two characters that is nearest to this place.
    int column(String line, double x) {
        if (isPlain(line)) {
            return Math.clamp(Math.round(x / advance), 0, line.length());
        }
        ruler.setText(line);
        double inside = Math.clamp(x, 0, Math.max(0, ruler.getLayoutBounds().getWidth()));
        return Math.clamp(ruler.hitTest(new Point2D(inside, 0)).getInsertionIndex(), 0, line.length());
    }

    /// Where the characters from `start` to `end` are. In text that runs from right to left, they may be in several
    /// places.
    List<LineSpan> ranges(String line, int start, int end) {
        if (isPlain(line)) {
            return List.of(new LineSpan(start * advance, end * advance));
        }
        ruler.setText(line);
        List<LineSpan> ranges = new ArrayList<>();
        for (PathElement element : ruler.rangeShape(start, end)) {
            if (element instanceof MoveTo from) {
                ranges.add(new LineSpan(from.getX(), from.getX()));
            } else if (element instanceof LineTo to && !ranges.isEmpty()) {
                LineSpan last = ranges.removeLast();
                ranges.add(new LineSpan(Math.min(last.from(), to.getX()), Math.max(last.to(), to.getX())));
            }
        }
        return ranges;
    }
}
