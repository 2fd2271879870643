package dev.belljar.agent.sockets;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A monotonic clock, which stops while the host is suspended. Only differences between its instants are
/// meaningful.
public final class MonotonicClock extends Clock {
    private final long start = System.nanoTime();

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusSeconds(1).plusNanos(System.nanoTime() - start);
    }

    @Override
    public long millis() {
        return 1_000 + (System.nanoTime() - start) / 1_000_000;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
