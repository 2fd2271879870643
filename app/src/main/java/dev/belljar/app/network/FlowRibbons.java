package dev.belljar.app.network;

import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
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
final class FlowRibbons extends Pane {
    static final int MOST = 7;
    private static final double LEFT = 250;
    private static final double ROOM = 150;
    private static final double LITTLE = 48;
    private static final double GAP = 8;
    private static final double LINE = 17;

    private static final double HEAD = 26;
    private static final double THIN = 2;

    /// An end on the right: what was let through to a name is another one than what was refused.
    private record Target(String name, Verdict verdict) {
        static Target of(FlowModel.Pair pair) {
            return new Target(pair.name(), pair.verdict());
        }
    }

    private List<FlowModel.Pair> pairs = List.of();
    private double room = ROOM;

    FlowRibbons() {
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
        words("Down", getWidth() - 80, 8, Pos.CENTER_RIGHT, "sm", "faint");
        words("Up", getWidth() - 16, 8, Pos.CENTER_RIGHT, "sm", "faint");
        Map<Target, Double> ends = targets(right);
        double y = HEAD;
        for (FlowModel.Pair pair : pairs) {
            double width = width(pair);
            double row = row(width);
            double top = y + (row - width) / 2;
            double end = ends.merge(Target.of(pair), thin(pair) ? 0 : width, Double::sum) - (thin(pair) ? 0 : width);
            source(pair.process(), top + width / 2);
            if (pair.held()) {
                held(top, end, right);
            } else if (pair.refused()) {
                refused(top, end, right);
            } else {
                ribbon(top, end, width, right);
            }
            y += row;
        }
        y = Math.max(
                y,
                HEAD + heights().values().stream().mapToDouble(FlowRibbons::row).sum());
        setPrefHeight(y + 8);
        setMinHeight(y + 8);
    }

    /// Writes what was reached, each once; where its uppermost ribbon ends.
    private Map<Target, Double> targets(double right) {
        Map<Target, Double> tops = new LinkedHashMap<>();
        double y = HEAD;
        for (Map.Entry<Target, Double> one : heights().entrySet()) {
            double row = row(one.getValue());
            target(one.getKey(), y + row / 2, right);
            tops.put(one.getKey(), y + (row - one.getValue()) / 2);
            y += row;
        }
        return tops;
    }

    /// How much of the right edge each target takes: all its ribbons, or one line.
    private Map<Target, Double> heights() {
        Map<Target, Double> heights = new LinkedHashMap<>();
        pairs.forEach(pair -> heights.merge(Target.of(pair), width(pair), thin(pair) ? Double::max : Double::sum));
        return heights;
    }

    private double width(FlowModel.Pair pair) {
        long total = Math.max(1, pairs.stream().mapToLong(FlowModel.Pair::bytes).sum());
        return thin(pair) ? THIN : Math.max(THIN, pair.bytes() * room * 0.6 / total);
    }

    private static double row(double width) {
        return Math.max(LINE, width + GAP);
    }

    /// A ribbon must begin somewhere: what no known process sent came from the machine.
    private void source(String process, double middle) {
        if (process.isEmpty()) {
            words("this machine", LEFT - 12, middle, Pos.CENTER_RIGHT, "sm", "muted");
        } else {
            words(process, LEFT - 12, middle, Pos.CENTER_RIGHT, "mono", "m12");
        }
    }

    private void target(Target target, double middle, double right) {
        words(target.name(), right + 16, middle, Pos.CENTER_LEFT, "mono", "m12");
        switch (target.verdict()) {
            case HELD -> words("held", getWidth() - 16, middle, Pos.CENTER_RIGHT, "sm", "med", "held");
            case REFUSED -> words("refused", getWidth() - 16, middle, Pos.CENTER_RIGHT, "sm", "med", "danger");
            case ALLOWED, LOCAL -> {
                bytes(target, FlowModel.Pair::down, getWidth() - 80, middle);
                bytes(target, FlowModel.Pair::up, getWidth() - 16, middle);
            }
        }
    }

    private void bytes(Target target, ToLongFunction<FlowModel.Pair> way, double x, double middle) {
        long sum = pairs.stream()
                .filter(p -> Target.of(p).equals(target))
                .mapToLong(way)
                .sum();
        words(FigureFormat.bytes(sum).toString(), x, middle, Pos.CENTER_RIGHT, "sm");
    }

    /// Carried nothing: a line, not a ribbon.
    private static boolean thin(FlowModel.Pair pair) {
        return pair.refused() || pair.held();
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
        Label label = UiParts.cut(FigureFormat.printable(text), styles);
        double width = 220;
        label.setAlignment(where);
        label.setPrefSize(width, 16);
        label.setMinSize(width, 16);
        label.setMaxSize(width, 16);
        label.relocate(Math.rint(where == Pos.CENTER_RIGHT ? x - width : x), Math.rint(middle - 8));
        getChildren().add(label);
    }
}
