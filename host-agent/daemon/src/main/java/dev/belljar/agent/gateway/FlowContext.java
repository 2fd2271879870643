package dev.belljar.agent.gateway;

import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.tcp.ChunkPool;
import java.time.Clock;

/// What every carried flow of a machine shares.
record FlowContext(
        EgressBoundary boundary,
        DnsPins pins,
        FlowLog flows,
        GuestWire wire,
        ExternalNetwork outside,
        ChunkPool pool,
        RunQueue turns) {
    /// The clock waiting is measured by.
    Clock clock() {
        return outside.clock();
    }
}
