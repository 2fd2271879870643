package dev.belljar.app.snapshots;

import dev.belljar.app.theme.AppFonts;
import dev.belljar.app.theme.ColourTokens;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

/// Draws circles, lines and text of the tree in the theme's colours, which are named as in the style sheets.
final class TreePen {
    static final String PLAIN = "Inter";
    static final String MEDIUM = "Inter Medium";
    static final String BOLD = "Inter SemiBold";
    static final String CODE = "JetBrains Mono";
    private static final String ELLIPSIS = "…";

    private final GraphicsContext pen;
    private final ColourTokens tokens;
    private final double top;
    private final Text ruler = new Text();

    TreePen(Canvas canvas, ColourTokens tokens, double top) {
        this.top = top;
        this.pen = canvas.getGraphicsContext2D();
        this.tokens = tokens;
        pen.setLineCap(StrokeLineCap.ROUND);
    }

    void clear(double width, double height) {
        pen.clearRect(0, 0, width, height);
    }

    /// Runs `drawing` moved up by the scroll offset and clipped to the area below `edge`.
    void scrolled(double edge, double width, double height, Runnable drawing) {
        pen.save();
        pen.beginPath();
        pen.rect(0, edge, width, height - edge);
        pen.clip();
        pen.translate(0, -top);
        drawing.run();
        pen.restore();
    }

    void fill(String colour, double x, double y, double width, double height) {
        pen.setFill(tokens.colour(colour));
        pen.fillRect(x, y, width, height);
    }

    /// A box with round corners and an edge.
    void box(String ground, String edge, double x, double y, double width, double height) {
        pen.setFill(tokens.colour(ground));
        pen.fillRoundRect(x, y, width, height, 12, 12);
        stroke(edge, 1);
        pen.strokeRoundRect(x, y, width, height, 12, 12);
    }

    void line(String colour, double thick, double x, double y, double toX, double toY, double... dashes) {
        stroke(colour, thick, dashes);
        pen.strokeLine(x, y, toX, toY);
    }

    /// A curve that starts and ends horizontally, `bend` px to the right.
    void curve(String colour, double x, double y, double bend, double toY) {
        stroke(colour, 2);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.bezierCurveTo(x + bend * 0.62, y, x + bend * 0.38, toY, x + bend, toY);
        pen.stroke();
    }

    /// A dashed arc over two points.
    void arc(String colour, double x, double y, double toX, double toY, double rise) {
        stroke(colour, 1.5, 4, 4);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.bezierCurveTo(x + (toX - x) * 0.08, y - rise, toX - (toX - x) * 0.08, toY - rise, toX, toY);
        pen.stroke();
    }

    void disc(String colour, double x, double y, double radius) {
        pen.setFill(tokens.colour(colour));
        pen.fillOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    void ring(String colour, double thick, double x, double y, double radius) {
        stroke(colour, thick);
        pen.strokeOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    /// A wide, nearly transparent ring.
    void halo(String colour, double x, double y, double radius) {
        pen.setStroke(tokens.colour(colour).deriveColor(0, 1, 1, 0.22));
        pen.setLineWidth(4);
        pen.setLineDashes();
        pen.strokeOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    /// Text with its base line at `y`; with `ground` it has an outline in the background colour, so that
    /// lines do not run through it.
    void words(String words, Font font, String colour, double x, double y, TextAlignment where, boolean ground) {
        pen.setFont(font);
        pen.setTextAlign(where);
        if (ground) {
            pen.setStroke(tokens.colour("surface"));
            pen.setLineWidth(4);
            pen.setLineDashes();
            pen.strokeText(words, x, y);
        }
        pen.setFill(tokens.colour(colour));
        pen.fillText(words, x, y);
    }

    /// The width of a text, px.
    double width(String words, Font font) {
        ruler.setFont(font);
        ruler.setText(words);
        return ruler.getLayoutBounds().getWidth();
    }

    /// The text, cut with an ellipsis if it is wider than `most`.
    String fit(String words, Font font, double most) {
        if (width(words, font) <= most) {
            return words;
        }
        int end = words.length();
        while (end > 1 && width(words.substring(0, end) + ELLIPSIS, font) > most) {
            end--;
        }
        return words.substring(0, end) + ELLIPSIS;
    }

    private void stroke(String colour, double thick, double... dashes) {
        pen.setStroke(tokens.colour(colour));
        pen.setLineWidth(thick);
        pen.setLineDashes(dashes);
    }

    static Font font(String family, int size) {
        return AppFonts.of(family, size);
    }
}
