package dev.belljar.app.network;

import dev.belljar.app.drawing.BarShape;
import dev.belljar.app.sandbox.FlowState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/// Bytes over time: download above the line, upload below it, blocked traffic as red marks at the bottom. A
/// time range is selected by dragging or with the arrow keys.
final class ByteStrip extends Pane {
    private static final Texts TEXTS = Texts.of(ByteStrip.class);
    private static final double MIDDLE = 38;
    private static final double EDGE = 16;
    private static final double CLICK = 4;

    private final UiContext context;
    private final Consumer<TimeRange> chosen;
    private final BarShape down = new BarShape("ink-flow");
    private final BarShape up = new BarShape("ink-flow-soft");
    private final BarShape refused = new BarShape("ink-danger");
    private final BarShape grid = new BarShape("ink-line");
    private final Region brush = new Region();
    private final Pane words = new Pane();
    private List<FlowState.TrafficBucket> buckets = List.of();
    private TimeAxis axis = new TimeAxis(0, 1, EDGE, 1);
    private TimeRange range = TimeRange.ALL;
    private double pressed;

    /// `chosen` receives the selected time range.
    ByteStrip(UiContext context, Consumer<TimeRange> chosen) {
        this.context = context;
        this.chosen = chosen;
        getStyleClass().add("byte-strip");
        words.setMouseTransparent(true);
        brush.getStyleClass().add("brush");
        brush.setMouseTransparent(true);
        brush.setVisible(false);
        setFocusTraversable(true);
        setAccessibleText(TEXTS.get("network.strip.reader"));
        getChildren().addAll(brush, grid, down, up, refused, words);
        widthProperty().addListener((at, was, now) -> draw());
        setOnMousePressed(e -> {
            pressed = e.getX();
            requestFocus();
        });
        setOnMouseDragged(this::dragged);
        setOnMouseReleased(e -> {
            if (Math.abs(e.getX() - pressed) < CLICK) {
                choose(TimeRange.ALL);
            }
        });
        setOnKeyPressed(this::key);
    }

    void show(List<FlowState.TrafficBucket> next) {
        if (!next.equals(buckets)) {
            buckets = next;
            draw();
        }
    }

    /// Removes the selection.
    void clear() {
        range = TimeRange.ALL;
        brushed();
    }

    private void dragged(MouseEvent e) {
        if (buckets.isEmpty() || Math.abs(e.getX() - pressed) < CLICK) {
            return;
        }
        choose(between(axis.at(Math.min(pressed, e.getX())), axis.at(Math.max(pressed, e.getX()))));
    }

    /// A range that reaches the right end has no end: it grows with time.
    private TimeRange between(long from, long to) {
        long end = axis.first() + axis.span();
        return new TimeRange(Math.max(axis.first(), from), to >= end - axis.span() / 100 ? Long.MAX_VALUE : to);
    }

    private void choose(TimeRange next) {
        range = next;
        brushed();
        chosen.accept(next);
    }

    /// The arrow keys move the range by a twentieth of the axis; with Shift they move only its right end.
    private void key(KeyEvent e) {
        boolean left = e.getCode() == KeyCode.LEFT;
        if (e.getCode() == KeyCode.ESCAPE && !range.all()) {
            choose(TimeRange.ALL);
        } else if ((left || e.getCode() == KeyCode.RIGHT) && !buckets.isEmpty()) {
            long step = axis.span() / 20;
            long end = axis.first() + axis.span();
            long from = range.all() ? end - 2 * step : range.from();
            long to = range.open() ? end : range.to();
            long by = range.all() ? 0 : left ? -step : step;
            boolean moves = !e.isShiftDown();
            long next = Math.clamp(moves ? from + by : from, axis.first(), end - step);
            choose(between(next, Math.clamp(to + by, next + step, end)));
        } else {
            return;
        }
        e.consume();
    }

    private void draw() {
        List.of(down, up, refused, grid).forEach(BarShape::clear);
        words.getChildren().clear();
        if (buckets.isEmpty() || getWidth() < 3 * EDGE) {
            return;
        }
        long first = buckets.getFirst().from();
        axis = new TimeAxis(first, Math.max(60_000, context.now() - first), EDGE, getWidth() - 2 * EDGE);
        long most = Math.max(
                1,
                buckets.stream()
                        .mapToLong(b -> Math.max(b.down(), b.up()))
                        .max()
                        .orElse(1));
        for (FlowState.TrafficBucket b : buckets) {
            double x = axis.x(b.from());
            down.bar(x, MIDDLE - height(b.down(), (double) most, 22), 3.2, height(b.down(), (double) most, 22));
            up.bar(x, MIDDLE + 1, 3.2, height(b.up(), (double) most, 18));
            if (b.refused() > 0) {
                refused.bar(x, 57, 3.2, 3);
            }
        }
        grid.bar(EDGE, MIDDLE, axis.room(), 1);
        for (long at : axis.labels(context.clock().getZone())) {
            grid.bar(Math.floor(axis.x(at)), 17, 1, 45);
            label(FigureFormat.minute(at, context.clock().getZone()), axis.x(at) - 14, 62);
        }
        label(TEXTS.get("network.strip.now"), getWidth() - 38, 62);
        label(TEXTS.get("network.strip.scale", FigureFormat.bytes(most)), EDGE, 1);
        brushed();
    }

    private void brushed() {
        brush.setVisible(!range.all());
        double from = axis.x(Math.max(range.from(), axis.first()));
        double to = range.open() ? EDGE + axis.room() : axis.x(range.to());
        brush.resizeRelocate(Math.rint(from), 17, Math.max(2, Math.rint(to - from)), 45);
    }

    /// The square root keeps small transfers visible beside a large download.
    private static double height(long bytes, double most, double room) {
        return bytes == 0 ? 0 : Math.max(1, Math.sqrt(bytes / most) * room);
    }

    private void label(String text, double x, double y) {
        Label label = UiParts.text(text, "xs", "faint");
        label.relocate(Math.rint(x), y);
        words.getChildren().add(label);
    }
}
