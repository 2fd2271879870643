package dev.belljar.app.timeline;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.timeline.LanePlan.LaneBand;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.time.ZoneId;
import java.util.OptionalLong;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws the timeline: the overview, the axis, the lanes, periods that were not observed, the present, and the selected
/// moment.
final class TimelinePainter {
    private static final Texts TEXTS = Texts.of(TimelinePainter.class);
    private static final Font NAME = CanvasPen.font(CanvasPen.MEDIUM, 13);
    private static final Font SMALL = CanvasPen.font(CanvasPen.PLAIN, 11);
    private static final Font STRONG = CanvasPen.font(CanvasPen.MEDIUM, 11);
    private static final Font TIME = CanvasPen.font(CanvasPen.MEDIUM, 12);
    private static final double AXIS = LanePlan.TOP - 7;
    private static final double LEAST_GAP = 4;
    private static final double LOW_LANE = 44;

    private final CanvasPen pen;
    private final TimelineModel model;
    private final TimelineLayout layout;
    private final ZoneId zone;
    private final LanePainter lanes;

    TimelinePainter(CanvasPen pen, TimelineModel model, TimelineLayout layout, ZoneId zone) {
        this.pen = pen;
        this.model = model;
        this.layout = layout;
        this.zone = zone;
        lanes = new LanePainter(pen, model, layout);
    }

    /// Draws everything; `hint` describes what is under the pointer.
    void draw(String hint) {
        pen.clear(layout.width(), layout.height());
        if (model.content() == TimelineModel.TimelineContent.LANES) {
            model.timeline().ifPresent(timeline -> draw(timeline, hint));
        }
    }

    private void draw(Timeline timeline, String hint) {
        new OverviewPainter(pen, model, layout, zone).draw(timeline);
        axis();
        LaneCounts counts = new LaneCounts(timeline, model);
        layout.plan().bands().forEach(band -> name(band, counts));
        double right = layout.scale().right() + TimelineLayout.RIGHT;
        pen.within(
                TimelineLayout.LEFT - 7,
                LanePlan.TOP + 1,
                right - TimelineLayout.LEFT + 7,
                layout.height() - LanePlan.TOP,
                () -> contents(timeline));
        present();
        cursor();
        foot(hint);
    }

    private void axis() {
        double now = layout.scale().x(model.end());
        OptionalLong at = model.cursor();
        double cursor = at.isPresent() ? layout.scale().x(at.getAsLong()) : Double.NEGATIVE_INFINITY;
        double bottom = layout.plan().bottom();
        for (TimelineScale.TimeTick tick : layout.scale().ticks(zone)) {
            double x = Math.rint(tick.x()) + 0.5;
            pen.fill("ink-grid", x - 0.5, LanePlan.TOP + 1, 1, bottom - LanePlan.TOP - 1);
            boolean free = Math.abs(tick.x() - cursor) > 66 && (!model.running() || Math.abs(tick.x() - now) > 50);
            double half = pen.width(tick.label(), SMALL) / 2;
            if (free && tick.x() - half > TimelineLayout.LEFT - 40 && tick.x() + half < layout.width() - 4) {
                pen.words(tick.label(), SMALL, "text-faint", Math.rint(tick.x()), AXIS, TextAlignment.CENTER, false);
            }
        }
        pen.fill("line", 0, LanePlan.TOP, layout.width(), 1);
    }

    private void name(LaneBand band, LaneCounts counts) {
        boolean low = band.height() < LOW_LANE;
        pen.fill("line", 0, band.bottom(), layout.width(), 1);
        double y = band.top() + (low ? 15 : 26);
        pen.words(band.lane().title(), NAME, "text", 16, y, TextAlignment.LEFT, false);
        boolean urgent = counts.urgent(band.lane());
        pen.words(
                counts.words(band.lane()),
                urgent ? STRONG : SMALL,
                urgent ? "held" : "text-faint",
                16,
                y + (low ? 13 : 16),
                TextAlignment.LEFT,
                false);
        pen.fill("line", 128, band.top() + 1, 1, band.height() - 1);
    }

    private void contents(Timeline timeline) {
        gaps(timeline);
        BurstPainter bursts = new BurstPainter(pen, layout.scale(), timeline.width());
        layout.plan().band(TimelineLane.FILES).ifPresent(band -> bursts.files(timeline.files(), band));
        layout.plan().band(TimelineLane.TRAFFIC).ifPresent(band -> bursts.traffic(timeline.traffic(), band));
        layout.plan().band(TimelineLane.PROCESSES).ifPresent(lanes::processes);
        cursorLine();
        layout.marks().forEach(lanes::mark);
    }

    /// Hatches what was not observed, and names it below the lanes together with the changes of the machine's state.
    private void gaps(Timeline timeline) {
        double bottom = layout.plan().bottom();
        double last = Double.NEGATIVE_INFINITY;
        for (Timeline.Unobserved gap : timeline.unobserved()) {
            if (model.window().overlaps(gap.from(), gap.to())) {
                double from = Math.max(TimelineLayout.LEFT, layout.scale().x(gap.from()));
                double to = Math.min(layout.scale().right(), layout.scale().x(gap.to()));
                double width = Math.max(LEAST_GAP, to - from);
                pen.hatch("ink-quiet", 1.2, from, LanePlan.TOP + 1, width, bottom - LanePlan.TOP - 1);
                String words = TEXTS.get("timeline.gap", FigureFormat.span(gap.to() - gap.from()));
                last = below(words, from + width / 2, last);
            }
        }
        for (TimelineMark mark : timeline.marks()) {
            if (mark.kind() == TimelineMark.Kind.STATE && model.window().contains(mark.at())) {
                double x = Math.rint(layout.scale().x(mark.at()));
                String colour = mark.failed() ? "ink-danger" : "line-strong";
                pen.fill(colour, x, LanePlan.TOP + 1, 1, bottom - LanePlan.TOP - 1);
                last = below(FigureFormat.middle(FigureFormat.printable(mark.label()), 30), x, last);
            }
        }
    }

    /// Writes words below the lanes, unless they would cover the ones before them; returns where they end.
    private double below(String words, double middle, double last) {
        double half = pen.width(words, SMALL) / 2;
        double least = TimelineLayout.LEFT + half;
        double x = Math.clamp(middle, least, Math.max(least, layout.width() - half - 4));
        if (x - half < last + 8) {
            return last;
        }
        pen.words(words, SMALL, "text-muted", x, layout.plan().bottom() + 16, TextAlignment.CENTER, false);
        return x + half;
    }

    private void present() {
        double x = layout.scale().x(model.end());
        if (!model.running() || x < TimelineLayout.LEFT || x > layout.scale().right() + 1) {
            return;
        }
        pen.line("accent", 1, x, LanePlan.TOP + 1, x, layout.plan().bottom(), 2, 3);
        pen.words(
                TEXTS.get("timeline.now"),
                STRONG,
                "accent",
                Math.min(x + 12, layout.width() - 4),
                AXIS,
                TextAlignment.RIGHT,
                false);
        layout.plan().band(TimelineLane.SNAPSHOTS).ifPresent(band -> {
            double y = band.top() + Math.rint(band.height() * 0.43);
            pen.disc("surface", x, y, 7);
            pen.ring("accent", 2.5, x, y, 7);
        });
    }

    /// A line through all lanes at the selected moment; the marks and their labels are drawn above it.
    private void cursorLine() {
        OptionalLong at = model.cursor();
        if (at.isPresent() && model.window().contains(at.getAsLong())) {
            double x = layout.scale().x(at.getAsLong());
            pen.fill("accent", x - 0.75, LanePlan.TOP + 1, 1.5, layout.plan().bottom() - LanePlan.TOP - 1);
        }
    }

    /// The selected moment's time on the axis, and a dot on the selected process.
    private void cursor() {
        OptionalLong at = model.cursor();
        if (at.isEmpty() || !model.window().contains(at.getAsLong())) {
            return;
        }
        double x = layout.scale().x(at.getAsLong());
        String time = layout.scale().time(at.getAsLong(), zone);
        double wide = Math.ceil(pen.width(time, TIME)) + 14;
        double left = Math.clamp(x - wide / 2, 4, Math.max(4, layout.width() - wide - 4));
        pen.bar("accent-fill", left, LanePlan.TOP - 20, wide, 20, 4);
        pen.words(time, TIME, "on-accent", left + wide / 2, LanePlan.TOP - 6, TextAlignment.CENTER, false);
        model.chosen()
                .filter(TimelineTarget.ProcessTarget.class::isInstance)
                .flatMap(target -> layout.bars().stream()
                        .filter(bar -> ((TimelineTarget.ProcessTarget) target)
                                .process()
                                .equals(bar.process()))
                        .findFirst())
                .ifPresent(bar -> {
                    double y = layout.top(bar) + layout.thick() / 2;
                    pen.disc("surface", x, y, 3.5);
                    pen.ring("accent", 1.5, x, y, 3.5);
                });
    }

    /// The meaning of the colours, or what is under the pointer.
    private void foot(String hint) {
        double y = layout.height() - 12;
        double x = TimelineLayout.LEFT;
        if (!hint.isEmpty()) {
            String words = pen.fit(hint, SMALL, layout.scale().width());
            pen.words(words, SMALL, "text-muted", x, y, TextAlignment.LEFT, false);
            return;
        }
        x = legend("ink-ok", TEXTS.get("timeline.legend.added"), x, y);
        x = legend("ink-changed", TEXTS.get("timeline.legend.changed"), x, y);
        x = legend("ink-danger", TEXTS.get("timeline.legend.failed"), x, y);
        var _ = legend("ink-held", TEXTS.get("timeline.legend.held"), x, y);
    }

    private double legend(String colour, String words, double x, double y) {
        pen.bar(colour, x, y - 8, 8, 8, 2);
        pen.words(words, SMALL, "text-faint", x + 14, y, TextAlignment.LEFT, false);
        return x + 14 + pen.width(words, SMALL) + 16;
    }
}
