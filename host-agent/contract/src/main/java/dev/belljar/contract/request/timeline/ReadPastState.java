package dev.belljar.contract.request.timeline;

import dev.belljar.contract.codec.NumberLimits;

/// Requests the state of a sandbox at a time in milliseconds since the epoch.
public record ReadPastState(
        @NumberLimits(least = 0, most = LATEST) long at) {
    /// The end of the year 9999.
    public static final long LATEST = 253_402_300_799_999L;
}
