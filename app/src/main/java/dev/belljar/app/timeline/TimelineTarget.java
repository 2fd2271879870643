package dev.belljar.app.timeline;

import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.TimelineMark;

/// What is drawn at a position of the timeline.
sealed interface TimelineTarget {
    /// The time that a click selects, milliseconds since the epoch.
    long at();

    /// A process; `at` is the time under the pointer, because a process can run for hours.
    record ProcessTarget(ProcessBar process, long at) implements TimelineTarget {}

    /// A mark.
    record MarkTarget(TimelineMark mark) implements TimelineTarget {
        @Override
        public long at() {
            return mark.at();
        }
    }

    /// No process or mark.
    record TimeTarget(long at) implements TimelineTarget {}
}
