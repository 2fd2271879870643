package dev.belljar.agent.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Says how old things are so that nothing grows old because the host's clock was set: by the clock, and by a time
/// that goes on evenly from when this began, whichever says less.
final class SteadyClock {
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Instant began;
    private final long zero;

    SteadyClock(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        this.began = clock.instant();
        this.zero = nanos.getAsLong();
    }

    /// The age of what is from then, in milliseconds since the epoch; never negative.
    Duration age(long since) {
        Instant then = Instant.ofEpochMilli(since);
        Duration even = Duration.between(then, began.plusNanos(nanos.getAsLong() - zero));
        Duration told = Duration.between(then, clock.instant());
        Duration less = even.compareTo(told) < 0 ? even : told;
        return less.isNegative() ? Duration.ZERO : less;
    }
}
