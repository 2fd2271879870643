package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// A flow that is still going on.
final class Flow {
    final long id;
    final FlowKey key;
    final @Nullable String name;
    final Decision decision;
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

    /// The bytes no event has told of; from now on they are told.
    long tell() {
        long news = up + down - told;
        told = up + down;
        return news;
    }
}
