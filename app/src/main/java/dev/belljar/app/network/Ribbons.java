package dev.belljar.app.network;

import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.CubicCurveTo;
import javafx.scene.shape.Line;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.Shape;

/// Processes left, names right, a ribbon as wide as the bytes between; what was refused is a dotted line to
/// a cross.
final class Ribbons extends Pane {
    static final int MOST = 7;
    private static final double LEFT = 250;
    private static final double ROOM = 150;
    private static final double LITTLE = 48;
    private static final double GAP = 8;
    private static final double LINE = 17;

    private List<FlowModel.Pair> pairs = List.of();
    private double room = ROOM;

    Ribbons() {
        getStyleClass().add("ribbons");
        widthProperty().addListener((at, was, now) -> draw());
    }

    /// Takes less of a low window.
    void room(boolean little) {
        double next = little ? LITTLE : ROOM;
        if (next != room) {
            room = next;
            draw();
        }
    }

    void show(List<FlowModel.Pair> next) {
        if (!next.equals(pairs)) {
            pairs = List.copyOf(next);
            draw();
        }
    }

    private void draw() {
        getChildren().clear();
        double right = getWidth() - 364;
        if (pairs.isEmpty() || right < LEFT + 80) {
            setPrefHeight(0);
            setMinHeight(0);
            return;
        }
        long total = Math.max(1, pairs.stream().mapToLong(FlowModel.Pair::bytes).sum());
        words("Down", getWidth() - 80, 8, Pos.CENTER_RIGHT, "sm", "faint");
        words("Up", getWidth() - 16, 8, Pos.CENTER_RIGHT, "sm", "faint");
        Map<String, Double> ends = new LinkedHashMap<>();
        double y = 26;
        double yRight = 26;
        for (FlowModel.Pair pair : pairs) {
            double width = thin(pair) ? 2 : Math.max(2, pair.bytes() * room * 0.6 / total);
            double row = Math.max(LINE, width + GAP);
            double top = y + (row - width) / 2;
            source(pair.process(), top + width / 2);
            Double known = thin(pair) ? null : ends.get(pair.name());
            double end = known == null ? yRight + (row - width) / 2 : known;
            if (pair.held()) {
                held(top, end, right);
            } else if (pair.refused()) {
                refused(top, end, right);
            } else {
                ribbon(top, end, width, right);
            }
            if (known == null) {
                target(pair, end + width / 2, right);
                ends.put(pair.name(), end + width);
                yRight += row;
            } else {
                ends.put(pair.name(), known + width);
            }
            y += row;
        }
        setPrefHeight(y + 8);
        setMinHeight(y + 8);
    }

    /// A ribbon must begin somewhere: what no known process sent came from the machine.
    private void source(String process, double middle) {
        if (process.isEmpty()) {
            words("this machine", LEFT - 12, middle, Pos.CENTER_RIGHT, "sm", "muted");
        } else {
            words(process, LEFT - 12, middle, Pos.CENTER_RIGHT, "mono", "m12");
        }
    }

    private void target(FlowModel.Pair pair, double middle, double right) {
        words(pair.name(), right + 16, middle, Pos.CENTER_LEFT, "mono", "m12");
        if (pair.held()) {
            words("held", getWidth() - 16, middle, Pos.CENTER_RIGHT, "sm", "med", "held");
            return;
        }
        if (pair.refused()) {
            words("refused", getWidth() - 16, middle, Pos.CENTER_RIGHT, "sm", "med", "danger");
            return;
        }
        long down = pairs.stream()
                .filter(p -> sameTarget(p, pair))
                .mapToLong(FlowModel.Pair::down)
                .sum();
        long up = pairs.stream()
                .filter(p -> sameTarget(p, pair))
                .mapToLong(FlowModel.Pair::up)
                .sum();
        words(Figures.bytes(down).toString(), getWidth() - 80, middle, Pos.CENTER_RIGHT, "sm");
        words(Figures.bytes(up).toString(), getWidth() - 16, middle, Pos.CENTER_RIGHT, "sm");
    }

    /// Carried nothing: a line, not a ribbon.
    private static boolean thin(FlowModel.Pair pair) {
        return pair.refused() || pair.held();
    }

    private static boolean sameTarget(FlowModel.Pair a, FlowModel.Pair b) {
        return a.name().equals(b.name()) && a.verdict() == b.verdict();
    }

    private void ribbon(double y0, double y1, double width, double right) {
        double middle = (LEFT + right) / 2;
        Path path = new Path(
                new MoveTo(LEFT, y0),
                new CubicCurveTo(middle, y0, middle, y1, right, y1),
                new LineTo(right, y1 + width),
                new CubicCurveTo(middle, y1 + width, middle, y0 + width, LEFT, y0 + width),
                new ClosePath());
        add(path, "ribbon");
        add(new Rectangle(LEFT - 4, y0, 4, width), "ribbon-end");
        add(new Rectangle(right, y1, 4, width), "ribbon-end");
    }

    private void refused(double y0, double y1, double right) {
        add(new Line(LEFT + 2, y0 + 1, right - 12, y1 + 1), "ribbon-refused");
        add(new Rectangle(LEFT - 4, y0 - 1, 4, 4), "ribbon-refused-end");
        add(new Line(right - 5, y1 - 2.5, right + 2, y1 + 4.5), "ribbon-cross");
        add(new Line(right + 2, y1 - 2.5, right - 5, y1 + 4.5), "ribbon-cross");
    }

    private void held(double y0, double y1, double right) {
        add(new Line(LEFT + 2, y0 + 1, right - 10, y1 + 1), "ribbon-held");
        add(new Rectangle(LEFT - 4, y0 - 1, 4, 4), "ribbon-held-end");
        add(new Polygon(right - 6, y1 + 5, right + 4, y1 + 5, right - 1, y1 - 4), "ribbon-held-end");
    }

    private void add(Shape shape, String style) {
        shape.getStyleClass().add(style);
        getChildren().add(shape);
    }

    private void words(String text, double x, double middle, Pos where, String... styles) {
        Label label = Parts.cut(Figures.printable(text), styles);
        double width = 220;
        label.setAlignment(where);
        label.setPrefSize(width, 16);
        label.setMinSize(width, 16);
        label.setMaxSize(width, 16);
        label.relocate(Math.rint(where == Pos.CENTER_RIGHT ? x - width : x), Math.rint(middle - 8));
        getChildren().add(label);
    }
}
