package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// A flow that is still going on.
final class Flow {
    final long id;
    final FlowKey key;

    @Nullable
    String name;

    Decision decision;
    /// Whether it was told of as open.
    boolean listed;
    long up;
    long down;
    long packets;
    long lastSeen;
    private long told;

    Flow(long id, FlowKey key, @Nullable String name, Decision decision) {
        this.id = id;
        this.key = key;
        this.name = name;
        this.decision = decision;
    }

    /// Counts a packet of `bytes` from the guest.
    void countUp(int bytes) {
        up += bytes;
        packets++;
    }

    /// Counts a packet of `bytes` to the guest.
    void countDown(int bytes) {
        down += bytes;
        packets++;
    }

    /// The bytes no event has told of; from now on they are told.
    long tell() {
        long news = up + down - told;
        told = up + down;
        return news;
    }
}
