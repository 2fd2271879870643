package dev.belljar.contract.request.timeline;

import dev.belljar.contract.codec.NumberLimits;
import org.jspecify.annotations.Nullable;

/// Requests the timeline between two times in milliseconds since the epoch; null means the first event or the
/// present. The period is divided into at most `intervals` intervals, and at most `processes` processes are listed.
public record ReadTimeline(
        @NumberLimits(least = 0, most = ReadPastState.LATEST) @Nullable
        Long from,

        @NumberLimits(least = 0, most = ReadPastState.LATEST) @Nullable
        Long to,

        @NumberLimits(least = 1, most = 2_000, otherwise = 240)
        int intervals,

        @NumberLimits(least = 0, most = 2_000, otherwise = 200)
        int processes) {
    /// The whole life of the sandbox, with the default limits.
    public static final ReadTimeline WHOLE = new ReadTimeline(null, null, 240, 200);
}
