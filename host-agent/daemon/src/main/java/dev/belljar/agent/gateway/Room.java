package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.tcp.ChunkPool;
import java.time.Clock;

/// What every carried flow of a machine shares.
record Room(Boundary boundary, Pins pins, FlowLog flows, Wire wire, Outside outside, ChunkPool pool, Turns turns) {
    /// The clock waiting is measured by.
    Clock clock() {
        return outside.clock();
    }
}
