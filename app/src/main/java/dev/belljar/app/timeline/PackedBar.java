package dev.belljar.app.timeline;

import dev.belljar.contract.view.timeline.Timeline.ProcessBar;

/// A process as a bar in a row of the lane; `x` and `width` in pixels. `label` may be shorter than the whole one.
record PackedBar(ProcessBar process, BarLook look, int row, double x, double width, LabelPlace place, String label) {
    /// The kinds of bars, the most important first.
    enum BarLook {
        /// The process waits for an approval.
        HELD,
        FAILED,
        /// The process ran during the whole visible period.
        LASTING,
        RUNNING,
        ENDED
    }

    /// Where the label of a bar is.
    enum LabelPlace {
        INSIDE,
        RIGHT,
        LEFT,
        NONE
    }

    /// True if the bar, or its label, is at this position in its row.
    boolean covers(double at, double labelWidth) {
        double from = place == LabelPlace.LEFT ? x - labelWidth : x;
        double to = place == LabelPlace.RIGHT ? x + width + labelWidth : x + width;
        return at >= from - 2 && at <= to + 2;
    }
}
