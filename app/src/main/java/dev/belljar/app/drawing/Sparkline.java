package dev.belljar.app.drawing;

import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Polyline;
import javafx.scene.shape.StrokeLineJoin;

/// A small line chart of the last figures, filled below the line; the largest figure touches the top.
public final class Sparkline extends Region {
    private final Polygon area = new Polygon();
    private final Polyline line = new Polyline();
    private List<Integer> figures = List.of();
    private final Line nothing = new Line();
    private int least = 1;
    private int span = 2;

    public Sparkline(double width, double height) {
        getStyleClass().add("sparkline");
        area.getStyleClass().add("spark-area");
        line.getStyleClass().add("spark-line");
        line.setStrokeLineJoin(StrokeLineJoin.ROUND);
        area.setManaged(false);
        line.setManaged(false);
        nothing.getStyleClass().add("spark-nothing");
        nothing.setManaged(false);
        getChildren().addAll(area, line, nothing);
        setMinSize(Math.min(width, 44), height);
        setPrefSize(width, height);
        setMaxHeight(height);
        setMouseTransparent(true);
    }

    /// Sets the figure that fills the whole height while no shown figure is larger, so that an idle machine
    /// has a low line.
    public Sparkline scale(int full) {
        least = Math.max(1, full);
        return this;
    }

    /// Sets how many figures fill the whole width; while there are fewer, a dashed line fills the rest.
    public Sparkline span(int count) {
        span = Math.max(2, count);
        return this;
    }

    /// Draws these figures, oldest first.
    public void show(List<Integer> next) {
        if (!next.equals(figures)) {
            figures = List.copyOf(next);
            requestLayout();
        }
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double height = getHeight();
        area.getPoints().clear();
        line.getPoints().clear();
        int steps = Math.max(span, figures.size()) - 1;
        double first = figures.size() < 2 ? width : width - (figures.size() - 1) * width / steps;
        nothing.setEndX(Math.max(0, first - 4));
        nothing.setStartY(height - 1);
        nothing.setEndY(height - 1);
        nothing.setVisible(span > 2 && first > 4);
        if (figures.size() < 2) {
            return;
        }
        int top = Math.max(
                least, figures.stream().mapToInt(Integer::intValue).max().orElse(1));
        for (int i = 0; i < figures.size(); i++) {
            double x = first + i * width / steps;
            double y = height - 1 - figures.get(i) * (height - 2) / top;
            line.getPoints().addAll(x, y);
        }
        area.getPoints().addAll(line.getPoints());
        area.getPoints().addAll(width, height, first, height);
    }
}
