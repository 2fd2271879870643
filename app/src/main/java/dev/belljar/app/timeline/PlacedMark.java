package dev.belljar.app.timeline;

import dev.belljar.app.timeline.PackedBar.LabelPlace;
import dev.belljar.contract.view.timeline.TimelineMark;

/// A mark in its lane: `x` is its middle, and `width` more than 0 for one that lasts until now. `main` and `more` are
/// the two parts of its label.
record PlacedMark(
        TimelineMark mark, TimelineLane lane, double x, double width, LabelPlace place, String main, String more) {
    PlacedMark at(LabelPlace next, String shorter) {
        return new PlacedMark(mark, lane, x, width, next, main, shorter);
    }
}
