package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.GatewayServices;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.tcp.ChunkStore;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Services for a few gateways, shared with no others.
final class TestSupplies {
    private static final long MIB = 1 << 20;

    private TestSupplies() {}

    static GatewayServices of(List<NameServer> names) {
        return new GatewayServices(
                names,
                new ChunkStore(new HostBudget(256 * MIB, 4 * MIB)),
                new HostBudget(16_384, 256),
                new Semaphore(2));
    }
}
