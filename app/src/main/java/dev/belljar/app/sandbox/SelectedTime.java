package dev.belljar.app.sandbox;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.timeline.PastState;
import org.jspecify.annotations.Nullable;

/// A time in the past that the user has selected in the timeline, milliseconds since the epoch, what was going on
/// then, and the connections that were opened until then: null until they are read, or if they could not be read.
public record SelectedTime(
        long at,
        @Nullable PastState moment,
        @Nullable FlowState flows,
        @Nullable Problem problem) {
    /// A time of which nothing is known yet.
    public static SelectedTime unread(long at) {
        return new SelectedTime(at, null, null, null);
    }
}
