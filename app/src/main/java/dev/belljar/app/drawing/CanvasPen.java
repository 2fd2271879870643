package dev.belljar.app.drawing;

import dev.belljar.app.theme.AppFonts;
import dev.belljar.app.theme.ColourTokens;
import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

/// Draws bars, circles, lines and text on a canvas in the theme's colours, which are named as in the style sheets.
public final class CanvasPen {
    public static final String PLAIN = "Inter";
    public static final String MEDIUM = "Inter Medium";
    public static final String BOLD = "Inter SemiBold";
    public static final String CODE = "JetBrains Mono";
    private static final String ELLIPSIS = "…";
    private static final double HATCH = 6;
    private static final int MEASURED = 2_000;

    private final GraphicsContext pen;
    private final ColourTokens tokens;
    private final double top;
    private final Text ruler = new Text();
    /// Measuring a text takes longer than drawing it.
    private final Map<MeasuredText, Double> widths = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MeasuredText, Double> eldest) {
            return size() > MEASURED;
        }
    };

    private record MeasuredText(String words, Font font) {}

    /// Draws everything that [#scrolled] runs `top` pixels higher.
    public CanvasPen(Canvas canvas, ColourTokens tokens, double top) {
        this.top = top;
        this.pen = canvas.getGraphicsContext2D();
        this.tokens = tokens;
        pen.setLineCap(StrokeLineCap.ROUND);
    }

    /// Removes everything.
    public void clear(double width, double height) {
        pen.clearRect(0, 0, width, height);
    }

    /// Runs `drawing` moved up by the scroll offset and clipped to the area below `edge`.
    public void scrolled(double edge, double width, double height, Runnable drawing) {
        pen.save();
        pen.beginPath();
        pen.rect(0, edge, width, height - edge);
        pen.clip();
        pen.translate(0, -top);
        drawing.run();
        pen.restore();
    }

    /// A rectangle.
    public void fill(String colour, double x, double y, double width, double height) {
        pen.setFill(tokens.colour(colour));
        pen.fillRect(x, y, width, height);
    }

    /// A rectangle with round corners of this radius.
    public void bar(String colour, double x, double y, double width, double height, double radius) {
        pen.setFill(tokens.colour(colour));
        pen.fillRoundRect(x, y, width, height, radius * 2, radius * 2);
    }

    /// A rectangle of diagonal lines; the pattern is fixed to the canvas, so that it does not move with the rectangle.
    public void hatch(String colour, double thick, double x, double y, double width, double height) {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, width, height);
        pen.clip();
        stroke(colour, thick);
        double last = x + width + height;
        for (double at = Math.floor((x - height) / HATCH) * HATCH; at <= last; at += HATCH) {
            pen.strokeLine(at, y + height, at + height, y);
        }
        pen.restore();
    }

    /// Runs `drawing` clipped to a rectangle.
    public void within(double x, double y, double width, double height, Runnable drawing) {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, width, height);
        pen.clip();
        drawing.run();
        pen.restore();
    }

    /// A box with round corners and an edge.
    public void box(String ground, String edge, double x, double y, double width, double height) {
        pen.setFill(tokens.colour(ground));
        pen.fillRoundRect(x, y, width, height, 12, 12);
        stroke(edge, 1);
        pen.strokeRoundRect(x, y, width, height, 12, 12);
    }

    /// The outline of a rectangle with round corners.
    public void outline(String colour, double x, double y, double width, double height) {
        stroke(colour, 1.5);
        pen.strokeRoundRect(x, y, width, height, 8, 8);
    }

    /// A frame with round corners and a nearly transparent ground.
    public void frame(String colour, double x, double y, double width, double height) {
        pen.setFill(tokens.colour(colour).deriveColor(0, 1, 1, 0.08));
        pen.fillRoundRect(x, y, width, height, 6, 6);
        stroke(colour, 1);
        pen.strokeRoundRect(x, y, width, height, 6, 6);
    }

    /// A line, with dashes if lengths are given.
    public void line(String colour, double thick, double x, double y, double toX, double toY, double... dashes) {
        stroke(colour, thick, dashes);
        pen.strokeLine(x, y, toX, toY);
    }

    /// A curve that starts and ends horizontally, `bend` px to the right.
    public void curve(String colour, double x, double y, double bend, double toY) {
        stroke(colour, 2);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.bezierCurveTo(x + bend * 0.62, y, x + bend * 0.38, toY, x + bend, toY);
        pen.stroke();
    }

    /// A dashed arc over two points.
    public void arc(String colour, double x, double y, double toX, double toY, double rise) {
        stroke(colour, 1.5, 4, 4);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.bezierCurveTo(x + (toX - x) * 0.08, y - rise, toX - (toX - x) * 0.08, toY - rise, toX, toY);
        pen.stroke();
    }

    /// A filled circle.
    public void disc(String colour, double x, double y, double radius) {
        pen.setFill(tokens.colour(colour));
        pen.fillOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    /// A circle.
    public void ring(String colour, double thick, double x, double y, double radius) {
        stroke(colour, thick);
        pen.strokeOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    /// A wide, nearly transparent ring.
    public void halo(String colour, double x, double y, double radius) {
        pen.setStroke(tokens.colour(colour).deriveColor(0, 1, 1, 0.22));
        pen.setLineWidth(4);
        pen.setLineDashes();
        pen.strokeOval(x - radius, y - radius, radius * 2, radius * 2);
    }

    /// Text with its base line at `y`; with `ground` it has an outline in the background colour, so that
    /// lines do not run through it.
    public void words(String words, Font font, String colour, double x, double y, TextAlignment where, boolean ground) {
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
    public double width(String words, Font font) {
        return widths.computeIfAbsent(new MeasuredText(words, font), text -> {
            ruler.setFont(text.font());
            ruler.setText(text.words());
            return ruler.getLayoutBounds().getWidth();
        });
    }

    /// The text, cut with an ellipsis if it is wider than `most`.
    public String fit(String words, Font font, double most) {
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

    /// The font of a family for a size in pixels.
    public static Font font(String family, int size) {
        return AppFonts.of(family, size);
    }
}
