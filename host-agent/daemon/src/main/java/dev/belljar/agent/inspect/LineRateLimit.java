package dev.belljar.agent.inspect;

import java.time.InstantSource;

/// Limits how many lines a second are written, with a burst; lines beyond that are counted. Not safe for several
/// threads.
final class LineRateLimit {
    private static final double MILLIS = 1_000;

    private final InstantSource clock;
    private final int perSecond;
    private final int saved;
    private double left;
    private long last;
    private long missed;

    LineRateLimit(InstantSource clock, int perSecond, int saved) {
        this.clock = clock;
        this.perSecond = perSecond;
        this.saved = saved;
        this.left = saved;
        this.last = clock.millis();
    }

    boolean take() {
        long now = clock.millis();
        left = Math.min(saved, left + Math.max(0, now - last) * perSecond / MILLIS);
        last = now;
        if (left < 1) {
            missed++;
            return false;
        }
        left--;
        return true;
    }

    /// How many lines were refused since the last call.
    long missed() {
        long count = missed;
        missed = 0;
        return count;
    }
}
