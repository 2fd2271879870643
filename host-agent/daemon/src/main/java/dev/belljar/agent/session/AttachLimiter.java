package dev.belljar.agent.session;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Between clients of one Zellij: whoever comes in waits until a moment has passed since somebody came or went.
///
/// Zellij 0.45 numbers clients, gives a number free again as soon as one has gone, and ends that one a second time a
/// little later, by number: whoever comes at once has the number by then, and is let go in its place.
public final class AttachLimiter {
    private final Duration moment;
    private final AtomicLong last;

    /// One where so long a time must pass.
    public AttachLimiter(Duration moment) {
        this.moment = moment;
        this.last = new AtomicLong(System.nanoTime() - moment.toNanos());
    }

    /// Somebody came or went.
    void turn() {
        last.set(System.nanoTime());
    }

    /// Returns once `moments` have passed in which nobody came or went.
    void pass(int moments) throws InterruptedException {
        long wait = moment.multipliedBy(moments).toNanos();
        for (long left = left(wait); left > 0; left = left(wait)) {
            Thread.sleep(Duration.ofNanos(left));
        }
    }

    private long left(long wait) {
        return last.get() + wait - System.nanoTime();
    }
}
