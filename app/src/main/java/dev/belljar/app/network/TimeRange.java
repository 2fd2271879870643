package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// A range of time, milliseconds since the epoch, inclusive. A range that reaches to now has no end.
record TimeRange(long from, long to) {
    private static final Texts TEXTS = Texts.of(TimeRange.class);

    /// All of time.
    static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

    boolean all() {
        return equals(ALL);
    }

    boolean open() {
        return to == Long.MAX_VALUE;
    }

    /// The range in words; `time` formats a time.
    String words(LongFunction<String> time) {
        return open()
                ? TEXTS.get("network.brush.now", time.apply(from))
                : TEXTS.get("network.brush.range", time.apply(from), time.apply(to));
    }

    /// True if something that lasted from `started` to `ended`, or lasts still, happened in part in this range.
    boolean overlaps(long started, @Nullable Long ended) {
        return started <= to && (ended == null || ended >= from);
    }
}
