package dev.belljar.agent.index;

import java.time.Duration;
import java.util.List;

/// Chooses the length of a timeline's intervals: one that people count in, so that intervals stay the same while the
/// period moves, and each consists of whole stored ones.
final class IntervalWidth {
    private static final List<Duration> LENGTHS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(2),
            Duration.ofDays(7),
            Duration.ofDays(30),
            Duration.ofDays(365));

    private IntervalWidth() {}

    /// The shortest length in milliseconds with which at most `most` intervals overlap the period.
    static long of(long from, long to, int most) {
        for (Duration length : LENGTHS) {
            long width = length.toMillis();
            if (Math.floorDiv(to - 1, width) - Math.floorDiv(from, width) < most) {
                return width;
            }
        }
        return LENGTHS.getLast().toMillis();
    }
}
