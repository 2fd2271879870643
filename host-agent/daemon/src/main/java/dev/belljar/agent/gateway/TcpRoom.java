package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.tcp.ChunkPool;
import java.time.Clock;

/// What every carried connection of a machine shares.
record TcpRoom(
        Boundary boundary,
        Pins pins,
        FlowLog flows,
        Wire wire,
        Outside outside,
        ChunkPool pool,
        Turns turns,
        Clock clock) {}
