package dev.belljar.agent.guest;

import java.time.Instant;
import java.time.InstantSource;

/// Turns the guest's monotonic nanoseconds into milliseconds since the epoch.
///
/// The guest's own wall clock is taken when it is near the host's; a guest whose clock is wrong (just restored, or
/// lying) is given the host's time instead, and nothing can have happened later than now.
final class GuestClock {
    private static final long NEAR_NS = 2_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    // Far from overflow in every sum below, and 73 years of uptime.
    private static final long MONO_MOST = 1L << 61;

    private final InstantSource host;
    private volatile long offsetNs;

    GuestClock(InstantSource host) {
        this.host = host;
        this.offsetNs = nowNs();
    }

    /// Nanoseconds since the epoch on the host's clock.
    long nowNs() {
        Instant now = host.instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /// Takes a pair of the guest's clocks that was just received.
    void set(long monoNs, long realNs) {
        long now = nowNs();
        boolean near = realNs > now - NEAR_NS && realNs < now + NEAR_NS;
        offsetNs = (near ? realNs : now) - Math.clamp(monoNs, 0, MONO_MOST);
    }

    /// When the guest's monotonic clock showed this, in milliseconds since the epoch.
    long millis(long monoNs) {
        long ns = offsetNs + Math.clamp(monoNs, 0, MONO_MOST);
        return Math.clamp(ns / NS_PER_MS, 0, nowNs() / NS_PER_MS);
    }
}
