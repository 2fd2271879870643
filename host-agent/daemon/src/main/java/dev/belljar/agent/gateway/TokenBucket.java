package dev.belljar.agent.gateway;

import java.time.Clock;

/// A rate limit: `perSecond` tokens a second on average, and up to `burst` at once after a quiet time.
public final class TokenBucket {
    private final double perMilli;
    private final double burst;
    private final Clock clock;
    private double tokens;
    private long filledAt;

    public TokenBucket(double perSecond, int burst, Clock clock) {
        this(perSecond, burst, clock, burst, clock.millis());
    }

    /// A bucket that had `tokens` tokens at `filledAt`, in milliseconds since the epoch.
    TokenBucket(double perSecond, int burst, Clock clock, double tokens, long filledAt) {
        this.perMilli = perSecond / 1000.0;
        this.burst = burst;
        this.clock = clock;
        this.tokens = Math.clamp(tokens, 0, burst);
        this.filledAt = filledAt;
    }

    /// The number of tokens now.
    double tokens() {
        fill();
        return tokens;
    }

    /// Takes a token if there is one.
    public boolean take() {
        fill();
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    private void fill() {
        long now = clock.millis();
        // A clock that was set back adds no tokens and removes none.
        tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMilli);
        filledAt = now;
    }
}
