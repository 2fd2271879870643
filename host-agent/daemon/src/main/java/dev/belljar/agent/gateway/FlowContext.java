package dev.belljar.agent.gateway;

import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.tcp.ChunkPool;
import java.time.Clock;

/// The objects that all flows of a machine share.
record FlowContext(
        EgressBoundary boundary,
        DnsPins pins,
        FlowLog flows,
        GuestPacketSender packetSender,
        ExternalNetwork outside,
        ChunkPool pool,
        RunQueue turns) {
    /// The clock that measures waiting times.
    Clock clock() {
        return outside.clock();
    }
}
