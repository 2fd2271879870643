package dev.belljar.agent.tcp;

/// When to send again what was not acknowledged: RFC 6298's estimate, in milliseconds, doubled each time in vain.
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

    /// Something was sent that awaits an answer; the round trip is taken from a segment that ends before `seq`.
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

    /// Everything up to `ack` has arrived; `more` says whether something is still on the way.
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

    /// Whether the time is over; if so, the next wait is twice as long, and what is sent now is not timed.
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
