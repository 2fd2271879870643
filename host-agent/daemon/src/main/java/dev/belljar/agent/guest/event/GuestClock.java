package dev.belljar.agent.guest.event;

import java.time.Instant;
import java.time.InstantSource;

/// Turns the guest's monotonic nanoseconds into milliseconds since the epoch.
///
/// The guest's wall clock is used if it is near the host's. If it is wrong (the guest was just resumed, or
/// lies), the host's time is used instead. No time is later than now.
public final class GuestClock {
    private static final long NEAR_NS = 2_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    // 73 years of uptime; no sum below can overflow.
    private static final long MONO_MOST = 1L << 61;

    private final InstantSource host;
    private volatile long offsetNs;

    public GuestClock(InstantSource host) {
        this.host = host;
        this.offsetNs = nowNs();
    }

    /// Nanoseconds since the epoch on the host's clock.
    public long nowNs() {
        Instant now = host.instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /// Sets the guest's two clocks as they were just received, in nanoseconds.
    public void set(long monoNs, long realNs) {
        long now = nowNs();
        boolean near = realNs > now - NEAR_NS && realNs < now + NEAR_NS;
        offsetNs = (near ? realNs : now) - Math.clamp(monoNs, 0, MONO_MOST);
    }

    /// The time at which the guest's monotonic clock showed `monoNs`, in milliseconds since the epoch.
    long millis(long monoNs) {
        long ns = offsetNs + Math.clamp(monoNs, 0, MONO_MOST);
        return Math.clamp(ns / NS_PER_MS, 0, nowNs() / NS_PER_MS);
    }
}
