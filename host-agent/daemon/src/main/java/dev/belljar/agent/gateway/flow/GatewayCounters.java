package dev.belljar.agent.gateway.flow;

import dev.belljar.agent.gateway.GatewayTotals;
import java.util.concurrent.atomic.AtomicLong;

/// The counters behind `GatewayTotals`, written by the gateway's threads and read by any thread.
public final class GatewayCounters {
    private final AtomicLong framesUp = new AtomicLong();
    private final AtomicLong framesDown = new AtomicLong();
    private final AtomicLong bytesUp = new AtomicLong();
    private final AtomicLong bytesDown = new AtomicLong();
    private final AtomicLong flows = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong spoofed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    public void up(int bytes) {
        framesUp.incrementAndGet();
        bytesUp.addAndGet(bytes);
    }

    public void down(int bytes) {
        framesDown.incrementAndGet();
        bytesDown.addAndGet(bytes);
    }

    void flow(boolean wasRefused) {
        flows.incrementAndGet();
        if (wasRefused) {
            refused.incrementAndGet();
        }
    }

    /// Counts as refused a flow that was counted as open before.
    void refused() {
        refused.incrementAndGet();
    }

    public void malformed() {
        malformed.incrementAndGet();
    }

    public void spoofed() {
        spoofed.incrementAndGet();
    }

    public void dropped() {
        dropped.incrementAndGet();
    }

    public GatewayTotals totals() {
        return new GatewayTotals(
                framesUp.get(),
                framesDown.get(),
                bytesUp.get(),
                bytesDown.get(),
                flows.get(),
                refused.get(),
                malformed.get(),
                spoofed.get(),
                dropped.get());
    }
}
