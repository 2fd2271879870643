package dev.belljar.app.timeline;

import dev.belljar.app.sandbox.TimelineState;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Timelines for tests: the sandbox lives from 0 to an hour.
final class SampleTimeline {
    static final long MINUTE = 60_000;
    static final long HOUR = 60 * MINUTE;

    private SampleTimeline() {}

    static TimelineState of(List<ProcessBar> processes, TimelineMark... marks) {
        return of(HOUR, processes, marks);
    }

    /// A timeline whose newest event is at `end`.
    static TimelineState of(long end, List<ProcessBar> processes, TimelineMark... marks) {
        Timeline timeline = new Timeline(
                1,
                0,
                end,
                0,
                end,
                1_000,
                processes,
                processes.size(),
                List.of(new Timeline.FileInterval(end - 1_000, 2, 1, 1)),
                List.of(new Timeline.TrafficInterval(end - 1_000, 500, 1_500)),
                List.of(marks),
                true,
                List.of(),
                List.of(1L, 2L));
        return new TimelineState(timeline, null);
    }

    static ProcessBar process(int pid, long started, @Nullable Long ended, int code) {
        Integer exit = ended == null ? null : code;
        return new ProcessBar(pid, pid, "node", List.of("node", "server.js"), started, ended, exit, null, false);
    }

    static TimelineMark mark(TimelineMark.Kind kind, @Nullable String id, String label, long at) {
        return new TimelineMark(at, at, kind, id, label, null, false, null);
    }
}
