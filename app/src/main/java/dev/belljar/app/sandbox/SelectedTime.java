package dev.belljar.app.sandbox;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.timeline.PastState;
import org.jspecify.annotations.Nullable;

/// A time in the past that the user has selected in the timeline, milliseconds since the epoch, and what was going on
/// then: null until it is read, or if it could not be read.
public record SelectedTime(
        long at, @Nullable PastState moment, @Nullable Problem problem) {}
