package dev.belljar.agent.tcp;

/// Decides when to retransmit unacknowledged bytes: the estimate of RFC 6298, in milliseconds, doubled after
/// each unsuccessful attempt.
final class RetransmitTimer {
    static final long SHORTEST = 250;
    static final long LONGEST = 60_000;
    private static final long FIRST = 1_000;

    private double smooth = -1;
    private double variation;
    private long limit = FIRST;
    private long deadline;
    private boolean timing;
    private int timed;
    private long timedAt;

    /// A segment was sent; the round trip is measured with a segment that ends before `seq`.
    void sent(int seq, boolean again, long now) {
        if (deadline == 0) {
            deadline = now + limit;
        }
        if (!timing && !again) {
            timing = true;
            timed = seq;
            timedAt = now;
        }
    }

    /// All bytes up to `ack` were acknowledged; `more` says whether others are still in flight.
    void progress(int ack, boolean more, long now) {
        if (timing && SequenceNumbers.atMost(timed, ack)) {
            timing = false;
            measured((double) (now - timedAt));
        }
        if (smooth >= 0) {
            limit = Math.clamp((long) (smooth + Math.max(10, 4 * variation)), SHORTEST, LONGEST);
        }
        deadline = more ? now + limit : 0;
    }

    private void measured(double trip) {
        if (smooth < 0) {
            smooth = trip;
            variation = trip / 2;
        } else {
            variation = 0.75 * variation + 0.25 * Math.abs(smooth - trip);
            smooth = 0.875 * smooth + 0.125 * trip;
        }
    }

    /// Whether the timer has expired; if so, the next period is twice as long, and the next segment is not
    /// measured.
    boolean over(long now) {
        if (deadline == 0 || now < deadline) {
            return false;
        }
        limit = Math.min(2 * limit, LONGEST);
        deadline = now + limit;
        timing = false;
        return true;
    }
}
