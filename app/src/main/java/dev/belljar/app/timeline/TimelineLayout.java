package dev.belljar.app.timeline;

import dev.belljar.app.timeline.BarPacker.PackedBars;
import dev.belljar.app.timeline.LanePlan.LaneBand;
import dev.belljar.contract.view.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where everything is drawn, and what is at a position: the lanes, the bars of processes and the marks.
final class TimelineLayout {
    /// The x position where the lanes' contents begin; their names are left of it.
    static final double LEFT = 136;
    /// The distance of the present from the right edge.
    static final double RIGHT = 12;

    private static final double ROW = 24;
    private static final double LOW_ROW = 20;
    private static final double LOW = 200;
    private static final double INSET = 10;
    private static final double REACH = 8;
    private static final double NARROWEST_FRAME = 6;

    private final TimelineModel model;
    private final TimelineScale scale;
    private final TimelineScale overview;
    private final LanePlan plan;
    private final double width;
    private final double height;
    private final double row;
    private final PackedBars bars;
    private final List<PlacedMark> marks = new ArrayList<>();

    /// `ruler` measures the labels of marks.
    TimelineLayout(TimelineModel model, double width, double height, MarkPlacer.LabelRuler ruler) {
        this.model = model;
        this.width = width;
        this.height = height;
        double room = Math.max(1, width - LEFT - RIGHT);
        scale = new TimelineScale(model.window(), LEFT, room);
        TimeWindow life = new TimeWindow(model.begin(), Math.max(model.begin() + TimeWindow.SHORTEST, model.end()));
        overview = new TimelineScale(life, LEFT, room);
        plan = new LanePlan(model.lanes(), height);
        row = plan.band(TimelineLane.PROCESSES)
                .filter(band -> band.height() < LOW)
                .map(_ -> LOW_ROW)
                .orElse(ROW);
        bars = model.timeline().map(this::packed).orElse(PackedBars.NONE);
        MarkPlacer placer = new MarkPlacer(scale, model, ruler);
        model.timeline()
                .ifPresent(timeline ->
                        plan.bands().forEach(band -> marks.addAll(placer.place(band.lane(), timeline.marks()))));
    }

    private PackedBars packed(Timeline timeline) {
        return plan.band(TimelineLane.PROCESSES)
                .map(band -> new BarPacker(scale, model.end(), model.held()).pack(timeline.processes(), rows(band)))
                .orElse(PackedBars.NONE);
    }

    /// The number of rows; the last one says how many processes are left out.
    private int rows(LaneBand band) {
        return (int) Math.max(0, (band.height() - INSET - ROW / 2) / row);
    }

    TimelineScale scale() {
        return scale;
    }

    /// The scale of the overview, which shows the whole life.
    TimelineScale overview() {
        return overview;
    }

    /// The left edge of the visible period in the overview.
    double frameLeft() {
        double from = overview.x(model.window().from());
        double middle = (from + overview.x(model.window().to())) / 2;
        return Math.rint(Math.min(from, middle - NARROWEST_FRAME / 2)) + 0.5;
    }

    double frameRight() {
        double to = Math.rint(overview.x(model.window().to())) + 0.5;
        return Math.max(frameLeft() + NARROWEST_FRAME, to);
    }

    LanePlan plan() {
        return plan;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    List<PackedBar> bars() {
        return bars.bars();
    }

    /// The number of processes for which there was no room, and of those that the host agent did not list, some of
    /// which may have run outside of the visible period.
    long hidden() {
        return bars.hidden() + unlisted();
    }

    /// True if the host agent listed all processes.
    boolean listed() {
        return unlisted() == 0;
    }

    private long unlisted() {
        return model.timeline()
                .map(timeline -> Math.max(
                        0, timeline.processTotal() - timeline.processes().size()))
                .orElse(0L);
    }

    List<PlacedMark> marks() {
        return marks;
    }

    /// The upper edge of a bar.
    double top(PackedBar bar) {
        return plan.band(TimelineLane.PROCESSES).map(LaneBand::top).orElse(0.0) + INSET + bar.row() * row;
    }

    /// The height of a bar.
    double thick() {
        return row - 6;
    }

    /// The middle of a mark; what waits has its own row below the others.
    double middle(PlacedMark mark) {
        LaneBand band = plan.band(mark.lane()).orElseThrow();
        if (mark.lane() != TimelineLane.APPROVALS) {
            return band.top() + Math.rint(band.height() * 0.43);
        }
        return band.top() + Math.rint(band.height() * (mark.width() > 0 ? 0.68 : 0.36));
    }

    /// What is at this position; empty outside the lanes.
    Optional<TimelineTarget> hit(double x, double y) {
        if (y < LanePlan.OVERVIEW || y > plan.bottom() || x < LEFT || x > width) {
            return Optional.empty();
        }
        long at = scale.at(Math.min(x, scale.right()));
        for (PlacedMark mark : marks.reversed()) {
            boolean across = x >= mark.x() - REACH && x <= mark.x() + mark.width() + REACH;
            if (across && Math.abs(y - middle(mark)) <= REACH + 2) {
                return Optional.of(new TimelineTarget.MarkTarget(mark.mark()));
            }
        }
        for (PackedBar bar : bars.bars().reversed()) {
            double labelled = bar.label().length() * BarPacker.CHARACTER + REACH;
            if (y >= top(bar) - 2 && y <= top(bar) + thick() + 2 && bar.covers(x, labelled)) {
                return Optional.of(new TimelineTarget.ProcessTarget(bar.process(), within(bar, at)));
            }
        }
        return Optional.of(new TimelineTarget.TimeTarget(at));
    }

    /// The time under the pointer, but not one at which the process did not run.
    private long within(PackedBar bar, long at) {
        Long ended = bar.process().ended();
        long last = ended == null ? model.end() : ended;
        return Math.clamp(at, bar.process().started(), Math.max(bar.process().started(), last));
    }
}
