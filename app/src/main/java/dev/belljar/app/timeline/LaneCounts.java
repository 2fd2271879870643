package dev.belljar.app.timeline;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.timeline.Timeline;

/// What the visible period contains, in a few words below the name of each lane.
final class LaneCounts {
    private static final Texts TEXTS = Texts.of(LaneCounts.class);

    private final Timeline timeline;
    private final TimelineModel model;

    LaneCounts(Timeline timeline, TimelineModel model) {
        this.timeline = timeline;
        this.model = model;
    }

    /// The count of a lane.
    String words(TimelineLane lane) {
        return switch (lane) {
            case PROCESSES -> processes();
            case FILES -> TEXTS.get("timeline.count.files", files());
            case TRAFFIC -> FigureFormat.bytes(bytes()).toString();
            case COMMITS, SNAPSHOTS -> marks(lane);
            case APPROVALS -> urgent(lane) ? TEXTS.get("timeline.count.waiting", waiting()) : marks(lane);
        };
    }

    /// True if something in the lane waits for the user.
    boolean urgent(TimelineLane lane) {
        return lane == TimelineLane.APPROVALS && waiting() > 0;
    }

    /// The number of processes that run at the end of the visible period, and "more" if not all are listed.
    private String processes() {
        long at = Math.min(model.window().to(), model.end());
        long ran = timeline.processes().stream()
                .filter(bar -> model.window().overlaps(bar.started(), ended(bar)))
                .count();
        long running = timeline.processes().stream()
                .filter(bar -> bar.started() <= at && ended(bar) >= at)
                .count();
        boolean all = timeline.processes().size() >= timeline.processTotal();
        boolean live = model.running() && at >= model.end();
        if (live) {
            return TEXTS.get("timeline.count.live", running);
        }
        return TEXTS.get(all ? "timeline.count.ran" : "timeline.count.ran.least", ran);
    }

    private static long ended(Timeline.ProcessBar bar) {
        Long ended = bar.ended();
        return ended == null ? Long.MAX_VALUE : ended;
    }

    private long files() {
        return timeline.files().stream()
                .filter(files -> visible(files.at()))
                .mapToLong(files -> files.added() + files.changed() + files.deleted())
                .sum();
    }

    private long bytes() {
        return timeline.traffic().stream()
                .filter(traffic -> visible(traffic.at()))
                .mapToLong(traffic -> traffic.up() + traffic.down())
                .sum();
    }

    private boolean visible(long interval) {
        return model.window().overlaps(interval, interval + timeline.width());
    }

    private String marks(TimelineLane lane) {
        long count = timeline.marks().stream()
                .filter(lane::shows)
                .filter(mark -> model.window().contains(mark.at()))
                .count();
        return TEXTS.get(timeline.marksComplete() ? "timeline.count.marks" : "timeline.count.marks.least", count);
    }

    private long waiting() {
        return timeline.marks().stream().filter(model::waits).count();
    }
}
