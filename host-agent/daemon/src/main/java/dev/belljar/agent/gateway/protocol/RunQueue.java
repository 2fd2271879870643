package dev.belljar.agent.gateway.protocol;

import java.util.ArrayDeque;

/// The connections that have work to do, each once, in the order they came.
public final class RunQueue {
    /// A connection that gets its turn when it has work to do.
    abstract static class QueuedFlow {
        private boolean queued;

        /// Does the work that can be done now; false if some is left.
        abstract boolean turn(long now);
    }

    private final ArrayDeque<QueuedFlow> waiting = new ArrayDeque<>();

    void add(QueuedFlow flow) {
        if (!flow.queued) {
            flow.queued = true;
            waiting.addLast(flow);
        }
    }

    /// Gives each waiting connection a turn; those that found no space on the wire queue again, behind the
    /// others.
    public void take(long now) {
        for (int left = waiting.size(); left > 0; left--) {
            QueuedFlow flow = waiting.removeFirst();
            flow.queued = false;
            if (!flow.turn(now)) {
                add(flow);
            }
        }
    }

    public boolean any() {
        return !waiting.isEmpty();
    }
}
