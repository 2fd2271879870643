package dev.belljar.app.sandbox;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.timeline.Timeline;
import org.jspecify.annotations.Nullable;

/// The timeline that was read last, and why there is no newer one; both are null before the first answer.
public record TimelineState(
        @Nullable Timeline timeline, @Nullable Problem problem) {
    /// The state before the first answer.
    public static final TimelineState UNKNOWN = new TimelineState(null, null);
}
