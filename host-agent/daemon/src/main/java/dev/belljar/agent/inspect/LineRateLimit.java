package dev.belljar.agent.inspect;

import java.time.InstantSource;

/// How many lines a second are written, with some saved up; those beyond are counted. Not safe for
/// several threads.
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

    /// How many were beyond since this was last asked.
    long missed() {
        long count = missed;
        missed = 0;
        return count;
    }
}
