package dev.belljar.contract.request.network;

import dev.belljar.contract.codec.NumberLimits;
import dev.belljar.contract.request.timeline.ReadPastState;
import org.jspecify.annotations.Nullable;

/// Asks for at most `most` of the newest connections; with `until`, of those that began until that time, milliseconds
/// since the epoch.
public record ListFlows(
        @NumberLimits(least = 1, most = 10_000, otherwise = 500)
        int most,

        @NumberLimits(least = 0, most = ReadPastState.LATEST) @Nullable
        Long until) {
    /// The newest connections of all.
    public ListFlows(int most) {
        this(most, null);
    }
}
