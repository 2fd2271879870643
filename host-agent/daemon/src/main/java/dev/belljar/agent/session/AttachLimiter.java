package dev.belljar.agent.session;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Spaces out the clients of one Zellij: a new client waits until some time has passed since the last one
/// attached or detached.
///
/// Zellij 0.45 numbers clients, frees a number as soon as its client has gone, and ends that client a second
/// time a little later, by number: a client that attaches at once has the number by then and is disconnected
/// instead.
public final class AttachLimiter {
    private final Duration moment;
    private final AtomicLong last;

    /// Creates a limiter with this interval.
    public AttachLimiter(Duration moment) {
        this.moment = moment;
        this.last = new AtomicLong(System.nanoTime() - moment.toNanos());
    }

    /// A client attached or detached.
    void turn() {
        last.set(System.nanoTime());
    }

    /// Waits until `moments` intervals have passed in which no client attached or detached.
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
