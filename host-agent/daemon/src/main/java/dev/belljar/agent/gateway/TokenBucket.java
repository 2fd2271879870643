package dev.belljar.agent.gateway;

import java.time.Clock;

/// A rate limit: so many a second on average, and so many at once after a quiet time.
final class TokenBucket {
    private final double perMilli;
    private final double burst;
    private final Clock clock;
    private double tokens;
    private long filledAt;

    TokenBucket(double perSecond, int burst, Clock clock) {
        this.perMilli = perSecond / 1000.0;
        this.burst = burst;
        this.clock = clock;
        this.tokens = burst;
        this.filledAt = clock.millis();
    }

    /// Takes one if there is one.
    boolean take() {
        long now = clock.millis();
        // A clock that was set back gives nothing and takes nothing.
        tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMilli);
        filledAt = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
