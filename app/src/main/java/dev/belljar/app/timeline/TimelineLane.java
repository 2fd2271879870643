package dev.belljar.app.timeline;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.timeline.TimelineMark;

/// The lanes of the timeline, from top to bottom.
enum TimelineLane {
    PROCESSES,
    FILES,
    TRAFFIC,
    COMMITS,
    SNAPSHOTS,
    APPROVALS;

    private static final Texts TEXTS = Texts.of(TimelineLane.class);

    /// The name at the left.
    String title() {
        return TEXTS.get(this);
    }

    /// True if the lane shows this mark.
    boolean shows(TimelineMark mark) {
        return switch (mark.kind()) {
            case COMMIT, SYNC -> this == COMMITS;
            case SNAPSHOT -> this == SNAPSHOTS;
            case APPROVAL, BLOCKED -> this == APPROVALS;
            case STATE -> false;
        };
    }
}
