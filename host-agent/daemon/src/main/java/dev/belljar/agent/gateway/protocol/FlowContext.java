package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.egress.DnsPins;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.tcp.ChunkPool;
import java.time.Clock;

/// The objects that all flows of a machine share.
public record FlowContext(
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
