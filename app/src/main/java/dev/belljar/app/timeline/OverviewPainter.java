package dev.belljar.app.timeline;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.contract.view.timeline.Timeline;
import java.time.ZoneId;
import java.util.List;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws the overview: the number of events over the whole life of the sandbox, and the visible period as a frame.
final class OverviewPainter {
    private static final Font PLAIN = CanvasPen.font(CanvasPen.PLAIN, 12);
    private static final Font SMALL = CanvasPen.font(CanvasPen.PLAIN, 11);
    private static final double BASE = 42;
    private static final double TALLEST = 30;

    private final CanvasPen pen;
    private final TimelineModel model;
    private final TimelineLayout layout;
    private final ZoneId zone;

    OverviewPainter(CanvasPen pen, TimelineModel model, TimelineLayout layout, ZoneId zone) {
        this.pen = pen;
        this.model = model;
        this.layout = layout;
        this.zone = zone;
    }

    void draw(Timeline timeline) {
        pen.fill("surface-sunken", 0, 0, layout.width(), LanePlan.OVERVIEW);
        pen.fill("line", 0, LanePlan.OVERVIEW, layout.width(), 1);
        TimelineScale scale = layout.overview();
        pen.words(FigureFormat.span(scale.window().span()), PLAIN, "text-faint", 16, 32, TextAlignment.LEFT, false);
        bars(timeline, scale);
        for (Timeline.Unobserved gap : timeline.unobserved()) {
            double x = Math.max(scale.left(), scale.x(gap.from()));
            pen.hatch("ink-quiet", 1, x, 8, Math.max(2, Math.min(scale.right(), scale.x(gap.to())) - x), BASE - 8);
        }
        double last = Double.NEGATIVE_INFINITY;
        for (TimelineScale.TimeTick tick : scale.ticks(zone)) {
            double half = pen.width(tick.label(), SMALL) / 2;
            if (tick.x() - half > last + 8 && tick.x() + half < layout.width() - 4) {
                pen.words(tick.label(), SMALL, "text-faint", tick.x(), 54, TextAlignment.CENTER, false);
                last = tick.x() + half;
            }
        }
        frame();
    }

    private void bars(Timeline timeline, TimelineScale scale) {
        List<Long> counts = timeline.overview();
        long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
        if (most == 0) {
            return;
        }
        double first = scale.x(timeline.begin());
        double step = (scale.x(timeline.end()) - first) / counts.size();
        double from = scale.x(model.window().from());
        double to = scale.x(model.window().to());
        for (int i = 0; i < counts.size(); i++) {
            double x = first + i * step;
            // The square root keeps quiet times visible beside the installation of packages.
            double height = Math.max(1, Math.sqrt(counts.get(i) / (double) most) * TALLEST);
            boolean visible = x + step > from && x < to;
            double width = Math.max(1, Math.min(step, scale.right() - x) - 0.8);
            pen.fill(visible ? "ink-flow" : "ink-quiet", x, BASE - height, width, height);
        }
    }

    private void frame() {
        double from = layout.frameLeft();
        double to = layout.frameRight();
        // The frame ends above the labels of the axis.
        pen.frame("accent", from, 3.5, to - from, 40);
        handle(from);
        handle(to);
    }

    private void handle(double x) {
        pen.box("surface-raised", "accent", x - 2.5, 15.5, 5, 18);
    }
}
