package dev.belljar.agent.inspect;

import java.time.InstantSource;

/// How many requests a second are recorded, with some saved up; those beyond are counted. Not safe for
/// several threads.
final class Pace {
    private static final int PER_SECOND = 50;
    private static final int SAVED = 500;
    private static final double MILLIS = 1_000;

    private final InstantSource clock;
    private double left = SAVED;
    private long last;
    private long missed;

    Pace(InstantSource clock) {
        this.clock = clock;
        this.last = clock.millis();
    }

    boolean take() {
        long now = clock.millis();
        left = Math.min(SAVED, left + Math.max(0, now - last) * PER_SECOND / MILLIS);
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
