package dev.belljar.agent.gateway;

import java.util.ArrayDeque;

/// The connections that have work to do, each once, in the order they came.
final class RunQueue {
    private final ArrayDeque<TcpFlow> waiting = new ArrayDeque<>();

    void add(TcpFlow flow) {
        if (!flow.queued) {
            flow.queued = true;
            waiting.addLast(flow);
        }
    }

    /// Gives each waiting connection a turn; those that found no space on the wire queue again, behind the
    /// others.
    void take(long now) {
        for (int left = waiting.size(); left > 0; left--) {
            TcpFlow flow = waiting.removeFirst();
            flow.queued = false;
            if (!flow.turn(now)) {
                add(flow);
            }
        }
    }

    boolean any() {
        return !waiting.isEmpty();
    }
}
