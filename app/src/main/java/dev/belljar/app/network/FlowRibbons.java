package dev.belljar.app.network;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
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

/// A diagram with processes at the left, names at the right, and ribbons between them whose widths show the
/// bytes; blocked flows are dotted lines that end in a cross.
final class FlowRibbons extends Pane {
    static final int MOST = 7;
    private static final Texts TEXTS = Texts.of(FlowRibbons.class);
    private static final double WIDE = 1000;
    private static final double ROOM = 150;
    private static final double LITTLE = 48;
    private static final double GAP = 8;
    private static final double LINE = 17;
    private static final double EDGE = 16;
    private static final double WORDS = 220;

    private static final double HEAD = 30;
    private static final double THIN = 2;

    /// An end at the right. Allowed and blocked flows to the same name have separate ends.
    private record RibbonEnd(String name, Verdict verdict) {
        static RibbonEnd of(NetworkModel.ProcessTraffic pair) {
            return new RibbonEnd(pair.name(), pair.verdict());
        }
    }

    private List<NetworkModel.ProcessTraffic> all = List.of();
    private List<NetworkModel.ProcessTraffic> pairs = List.of();
    private double left = 250;
    private int most = MOST;
    private double room = ROOM;

    FlowRibbons() {
        getStyleClass().add("ribbons");
        widthProperty().addListener((at, was, now) -> draw());
    }

    /// Uses less height in a low window.
    void screen(boolean little) {
        double next = little ? LITTLE : ROOM;
        if (next != room) {
            room = next;
            most = little ? 3 : MOST;
            draw();
        }
    }

    void show(List<NetworkModel.ProcessTraffic> next) {
        if (!next.equals(all)) {
            all = List.copyOf(next);
            draw();
        }
    }

    private void draw() {
        getChildren().clear();
        pairs = all.subList(0, Math.min(all.size(), most));
        left = getWidth() < WIDE ? 236 : 320;
        double right = getWidth() - 364;
        if (pairs.isEmpty() || right < left + 80) {
            setPrefHeight(0);
            setMinHeight(0);
            return;
        }
        words(TEXTS.get("network.ribbons.down"), getWidth() - 80, 14, Pos.CENTER_RIGHT, "sm", "faint");
        words(TEXTS.get("network.ribbons.up"), getWidth() - 16, 14, Pos.CENTER_RIGHT, "sm", "faint");
        Map<RibbonEnd, Double> ends = targets(right);
        double y = HEAD;
        for (NetworkModel.ProcessTraffic pair : pairs) {
            double width = width(pair);
            double row = row(width);
            double top = y + (row - width) / 2;
            double end = ends.merge(RibbonEnd.of(pair), thin(pair) ? 0 : width, Double::sum) - (thin(pair) ? 0 : width);
            source(pair, top + width / 2);
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
        y = more(y);
        setPrefHeight(y + 8);
        setMinHeight(y + 8);
    }

    /// Draws each target once; returns the top of its uppermost ribbon.
    private Map<RibbonEnd, Double> targets(double right) {
        Map<RibbonEnd, Double> tops = new LinkedHashMap<>();
        double y = HEAD;
        for (Map.Entry<RibbonEnd, Double> one : heights().entrySet()) {
            double row = row(one.getValue());
            target(one.getKey(), y + row / 2, right);
            tops.put(one.getKey(), y + (row - one.getValue()) / 2);
            y += row;
        }
        return tops;
    }

    /// The height of each target at the right edge: the sum of its ribbons, or one line.
    private Map<RibbonEnd, Double> heights() {
        Map<RibbonEnd, Double> heights = new LinkedHashMap<>();
        pairs.forEach(pair -> heights.merge(RibbonEnd.of(pair), width(pair), thin(pair) ? Double::max : Double::sum));
        return heights;
    }

    private double width(NetworkModel.ProcessTraffic pair) {
        long total = Math.max(
                1, pairs.stream().mapToLong(NetworkModel.ProcessTraffic::bytes).sum());
        return thin(pair) ? THIN : Math.max(THIN, pair.bytes() * room * 0.6 / total);
    }

    private static double row(double width) {
        return Math.max(LINE, width + GAP);
    }

    /// Shows how many pairs are left out; returns the y position below that line.
    private double more(double y) {
        int more = all.size() - pairs.size();
        if (more == 0) {
            return y;
        }
        long waiting = all.stream()
                .skip(pairs.size())
                .filter(NetworkModel.ProcessTraffic::held)
                .count();
        String words = waiting == 0
                ? TEXTS.get("network.ribbons.more", more)
                : TEXTS.get("network.ribbons.more.waiting", more, waiting);
        words(words, left - 12, y + LINE / 2, Pos.CENTER_RIGHT, "sm", waiting == 0 ? "muted" : "held");
        return y + LINE;
    }

    /// A ribbon needs a label at its start even if no process is known.
    private void source(NetworkModel.ProcessTraffic pair, double middle) {
        if (pair.process().isEmpty()) {
            words(TEXTS.get("network.ribbons.unknown"), left - 12, middle, Pos.CENTER_RIGHT, "sm", "muted");
            return;
        }
        Label process = words(pair.process(), left - 12, middle, Pos.CENTER_RIGHT, "mono", "m12");
        process.applyCss();
        double used = Math.min(WORDS, Math.ceil(process.prefWidth(-1)));
        Label command = words(pair.command(), EDGE, middle, Pos.CENTER_LEFT, "mono", "m12", "faint");
        double room = Math.max(0, left - 12 - used - EDGE - GAP);
        command.setVisible(room > 40);
        command.setMinWidth(room);
        command.setPrefWidth(room);
        command.setMaxWidth(room);
    }

    private void target(RibbonEnd target, double middle, double right) {
        words(target.name(), right + 16, middle, Pos.CENTER_LEFT, "mono", "m12");
        switch (target.verdict()) {
            case HELD ->
                words(
                        TEXTS.get("network.verdict.waiting"),
                        getWidth() - 16,
                        middle,
                        Pos.CENTER_RIGHT,
                        "sm",
                        "med",
                        "held");
            case REFUSED ->
                words(
                        TEXTS.get("network.verdict.blocked"),
                        getWidth() - 16,
                        middle,
                        Pos.CENTER_RIGHT,
                        "sm",
                        "med",
                        "danger");
            case ALLOWED, LOCAL -> {
                bytes(target, NetworkModel.ProcessTraffic::down, getWidth() - 80, middle);
                bytes(target, NetworkModel.ProcessTraffic::up, getWidth() - 16, middle);
            }
        }
    }

    private void bytes(RibbonEnd target, ToLongFunction<NetworkModel.ProcessTraffic> way, double x, double middle) {
        long sum = pairs.stream()
                .filter(p -> RibbonEnd.of(p).equals(target))
                .mapToLong(way)
                .sum();
        words(FigureFormat.bytes(sum).toString(), x, middle, Pos.CENTER_RIGHT, "sm");
    }

    /// True if no bytes were exchanged: a line is drawn, not a ribbon.
    private static boolean thin(NetworkModel.ProcessTraffic pair) {
        return pair.refused() || pair.held();
    }

    private void ribbon(double y0, double y1, double width, double right) {
        double middle = (left + right) / 2;
        Path path = new Path(
                new MoveTo(left, y0),
                new CubicCurveTo(middle, y0, middle, y1, right, y1),
                new LineTo(right, y1 + width),
                new CubicCurveTo(middle, y1 + width, middle, y0 + width, left, y0 + width),
                new ClosePath());
        add(path, "ribbon");
        add(new Rectangle(left - 4, y0, 4, width), "ribbon-end");
        add(new Rectangle(right, y1, 4, width), "ribbon-end");
    }

    private void refused(double y0, double y1, double right) {
        add(new Line(left + 2, y0 + 1, right - 12, y1 + 1), "ribbon-refused");
        add(new Rectangle(left - 4, y0 - 1, 4, 4), "ribbon-refused-end");
        add(new Line(right - 5, y1 - 2.5, right + 2, y1 + 4.5), "ribbon-cross");
        add(new Line(right + 2, y1 - 2.5, right - 5, y1 + 4.5), "ribbon-cross");
    }

    private void held(double y0, double y1, double right) {
        add(new Line(left + 2, y0 + 1, right - 10, y1 + 1), "ribbon-held");
        add(new Rectangle(left - 4, y0 - 1, 4, 4), "ribbon-held-end");
        add(new Polygon(right - 6, y1 + 5, right + 4, y1 + 5, right - 1, y1 - 4), "ribbon-held-end");
    }

    private void add(Shape shape, String style) {
        shape.getStyleClass().add(style);
        getChildren().add(shape);
    }

    private Label words(String text, double x, double middle, Pos where, String... styles) {
        Label label = UiParts.cut(FigureFormat.printable(text), styles);
        label.setAlignment(where);
        // The preferred width stays that of the text, because the layout of the labels beside it needs it.
        label.setMinSize(0, 16);
        label.setMaxSize(WORDS, 16);
        label.setPrefHeight(16);
        getChildren().add(label);
        label.applyCss();
        double width = Math.min(WORDS, Math.ceil(label.prefWidth(-1)));
        label.relocate(Math.rint(where == Pos.CENTER_RIGHT ? x - width : x), Math.rint(middle - 8));
        return label;
    }
}
