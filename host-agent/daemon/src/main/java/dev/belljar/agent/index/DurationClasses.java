package dev.belljar.agent.index;

import java.time.Duration;
import java.util.List;

/// The classes of durations by which ended processes and flows are indexed.
///
/// A row of a class that overlaps a period began at most the class's longest duration before it, so a search reads
/// one short range of each class instead of all rows.
final class DurationClasses {
    /// The duration in milliseconds that no row of the class reaches, for each class. The last class has no limit.
    static final List<Long> LONGEST = List.of(
            Duration.ofSeconds(1).toMillis(),
            Duration.ofSeconds(10).toMillis(),
            Duration.ofMinutes(1).toMillis(),
            Duration.ofMinutes(10).toMillis(),
            Duration.ofHours(1).toMillis(),
            Duration.ofHours(6).toMillis(),
            Duration.ofDays(1).toMillis(),
            Duration.ofDays(7).toMillis(),
            Long.MAX_VALUE);

    private DurationClasses() {}

    /// The earliest time at which a row of this class can have begun that overlaps a period beginning at `from`.
    static long earliest(int span, long from) {
        long longest = LONGEST.get(span);
        return longest == Long.MAX_VALUE ? Long.MIN_VALUE : from - longest;
    }
}
