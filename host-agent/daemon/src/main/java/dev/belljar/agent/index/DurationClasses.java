package dev.belljar.agent.index;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The classes of durations by which ended processes and flows are indexed, in the column `span`; it is null for
/// those that have not ended.
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

    /// The class of a row, null if it has not ended.
    static @Nullable Integer of(long started, @Nullable Long ended) {
        if (ended == null) {
            return null;
        }
        int span = 0;
        while (ended - started >= LONGEST.get(span) && span < LONGEST.size() - 1) {
            span++;
        }
        return span;
    }

    /// The same as an SQL expression for rows that end now, in which `?1` is the time.
    static String ofEndingRows() {
        StringBuilder cases = new StringBuilder("CASE ");
        for (int span = 0; span < LONGEST.size() - 1; span++) {
            cases.append("WHEN started > ?1 - %d THEN %d ".formatted(LONGEST.get(span), span));
        }
        return cases.append("ELSE %d END".formatted(LONGEST.size() - 1)).toString();
    }

    /// The earliest time at which a row of this class can have begun that overlaps a period beginning at `from`.
    static long earliest(int span, long from) {
        long longest = LONGEST.get(span);
        return longest == Long.MAX_VALUE ? Long.MIN_VALUE : from - longest;
    }
}
