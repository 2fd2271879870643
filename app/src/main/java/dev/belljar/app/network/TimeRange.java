package dev.belljar.app.network;

import org.jspecify.annotations.Nullable;

/// A range of time, milliseconds since the epoch, inclusive. A range that reaches to now has no end.
record TimeRange(long from, long to) {
    /// All of time.
    static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

    boolean all() {
        return equals(ALL);
    }

    boolean open() {
        return to == Long.MAX_VALUE;
    }

    /// True if something that lasted from `started` to `ended`, or lasts still, happened in part in this range.
    boolean overlaps(long started, @Nullable Long ended) {
        return started <= to && (ended == null || ended >= from);
    }
}
