package dev.belljar.agent.guest.event;

import java.time.Instant;
import java.time.InstantSource;

/// Turns the guest's monotonic nanoseconds into milliseconds since the epoch.
///
/// The guest's wall clock is used if it is near the host's. If it is wrong (the guest was just resumed, or
/// lies), the host's time is used instead. No time is later than now. What happens later in the guest never gets an
/// earlier time, even if its wall clock is set back, or becomes wrong, in between. Thread-safe.
public final class GuestClock {
    private static final long NEAR_NS = 2_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    // 73 years of uptime; no sum below can overflow.
    private static final long MONO_MOST = 1L << 61;

    private final InstantSource host;
    private long offsetNs;
    /// The latest moment in the guest so far, and its time, in milliseconds since the epoch.
    private long latestMonoNs;
    private long latestMillis;

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
    public synchronized void set(long monoNs, long realNs) {
        long now = nowNs();
        boolean near = realNs > now - NEAR_NS && realNs < now + NEAR_NS;
        offsetNs = (near ? realNs : now) - Math.clamp(monoNs, 0, MONO_MOST);
    }

    /// The time at which the guest's monotonic clock showed `monoNs`, in milliseconds since the epoch.
    synchronized long millis(long monoNs) {
        long mono = Math.clamp(monoNs, 0, MONO_MOST);
        long millis = (offsetNs + mono) / NS_PER_MS;
        if (mono >= latestMonoNs) {
            millis = Math.max(millis, latestMillis);
        }
        millis = Math.clamp(millis, 0, nowNs() / NS_PER_MS);
        if (mono >= latestMonoNs) {
            latestMonoNs = mono;
            latestMillis = millis;
        }
        return millis;
    }
}
