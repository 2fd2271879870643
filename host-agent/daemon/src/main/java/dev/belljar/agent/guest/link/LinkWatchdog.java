package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.frame.SendQueue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Notices that a guest has gone silent, or has stopped reading.
///
/// Silence is counted in slices in which this thread was awake: after a suspend of the host no guest counts as
/// silent. Nor does a guest while this host agent works on what it has sent.
final class LinkWatchdog {
    private static final int SLICES = 12;
    // A write may be stuck this many times longer than silence may last.
    private static final int STUCK_SILENCES = 4;

    private final Duration silence;
    private final SendQueue outbox;
    private final AtomicInteger silentSlices = new AtomicInteger();
    private volatile boolean listening;

    LinkWatchdog(Duration silence, SendQueue outbox) {
        this.silence = silence;
        this.outbox = outbox;
    }

    /// Notes that the next frame is waited for from now on.
    void listens() {
        silentSlices.set(0);
        listening = true;
    }

    /// Notes that the guest sent something.
    void heard() {
        listening = false;
    }

    /// Watches until something is wrong, and passes the reason to `wrong`.
    void watch(Consumer<String> wrong) throws InterruptedException {
        long stuckAt = -1;
        int stuckSlices = 0;
        while (stuckSlices <= SLICES * STUCK_SILENCES) {
            Thread.sleep(silence.dividedBy(SLICES));
            if (listening && silentSlices.incrementAndGet() > SLICES) {
                wrong.accept("nothing was received from the guest for " + silence.toSeconds() + " s");
                return;
            }
            long at = outbox.writeUnderWay();
            stuckSlices = at >= 0 && at == stuckAt ? stuckSlices + 1 : 0;
            stuckAt = at;
        }
        wrong.accept("the guest has stopped reading from the guest link");
    }
}
