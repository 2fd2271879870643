package dev.belljar.app.network;

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

    boolean holds(long at) {
        return at >= from && at <= to;
    }
}
