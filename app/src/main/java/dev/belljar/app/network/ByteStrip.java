package dev.belljar.app.network;

import dev.belljar.app.state.FlowState;
import dev.belljar.app.ui.BarShape;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;

/// Bytes over time: down above the line, up below it, refusals as red marks at the bottom.
final class ByteStrip extends Pane {
    private static final double MIDDLE = 38;

    private final UiContext desk;
    private final BarShape down = new BarShape("ink-flow");
    private final BarShape up = new BarShape("ink-flow-soft");
    private final BarShape refused = new BarShape("ink-danger");
    private final BarShape grid = new BarShape("ink-line");
    private final Pane words = new Pane();
    private List<FlowState.Bytes> buckets = List.of();

    ByteStrip(UiContext desk) {
        this.desk = desk;
        getStyleClass().add("byte-strip");
        words.setMouseTransparent(true);
        getChildren().addAll(grid, down, up, refused, words);
        widthProperty().addListener((at, was, now) -> draw());
    }

    void show(List<FlowState.Bytes> next) {
        if (!next.equals(buckets)) {
            buckets = next;
            draw();
        }
    }

    private void draw() {
        List.of(down, up, refused, grid).forEach(BarShape::clear);
        words.getChildren().clear();
        if (buckets.isEmpty()) {
            return;
        }
        long first = buckets.getFirst().from();
        long span = Math.max(60_000, desk.now() - first);
        double room = getWidth() - 32;
        double most = buckets.stream()
                .mapToDouble(b -> Math.max(b.down(), b.up()))
                .max()
                .orElse(1);
        ticks(first, span, room);
        for (FlowState.Bytes b : buckets) {
            double x = 16 + (b.from() - first) * room / span;
            down.bar(x, MIDDLE - height(b.down(), most, 30), 3.2, height(b.down(), most, 30));
            up.bar(x, MIDDLE + 1, 3.2, height(b.up(), most, 18));
            if (b.refused() > 0) {
                refused.bar(x, 57, 3.2, 3);
            }
        }
        grid.bar(16, MIDDLE, room, 1);
        label("down above, up below", 16, 3);
    }

    /// The square root keeps small talk visible beside a download.
    private static double height(long bytes, double most, double room) {
        return bytes == 0 ? 0 : Math.max(1, Math.sqrt(bytes / Math.max(1, most)) * room);
    }

    private void ticks(long first, long span, double room) {
        long step = span > 6 * 3_600_000L ? 3_600_000L : span > 3_600_000L ? 600_000L : 60_000L;
        for (long at = (first / step + 1) * step; at < first + span; at += step) {
            double x = 16 + (at - first) * room / span;
            if (x < getWidth() - 60) {
                grid.bar(Math.floor(x), 1, 1, 61);
                label(FigureFormat.minute(at, desk.clock().getZone()), x - 14, 62);
            }
        }
        label("now", getWidth() - 38, 62);
    }

    private void label(String text, double x, double y) {
        Label label = UiParts.text(text, "xs", "faint");
        label.relocate(Math.rint(x), y);
        words.getChildren().add(label);
    }
}
