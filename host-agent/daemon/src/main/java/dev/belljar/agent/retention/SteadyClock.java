package dev.belljar.agent.retention;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Computes ages that a change of the host's clock cannot increase: the smaller of the age by the clock and the
/// age by monotonic time since this object was created.
public final class SteadyClock {
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Instant began;
    private final long zero;

    public SteadyClock(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        this.began = clock.instant();
        this.zero = nanos.getAsLong();
    }

    /// The clock of this host.
    public static SteadyClock ofHost() {
        return new SteadyClock(InstantSource.system(), System::nanoTime);
    }

    /// The age of a time in milliseconds since the epoch; never negative.
    Duration age(long since) {
        Instant then = Instant.ofEpochMilli(since);
        Duration even = Duration.between(then, began.plusNanos(nanos.getAsLong() - zero));
        Duration elapsed = Duration.between(then, clock.instant());
        Duration less = even.compareTo(elapsed) < 0 ? even : elapsed;
        return less.isNegative() ? Duration.ZERO : less;
    }
}
