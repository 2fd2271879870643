package dev.belljar.agent.gateway;

import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.tcp.ChunkStore;
import java.util.List;
import java.util.concurrent.Semaphore;

/// What the gateways of all machines share: the name servers to ask (none means those of this host), memory for
/// bytes on their way, sockets, and how many gateways may work at the same time.
public record GatewayServices(List<NameServer> names, ChunkStore chunks, HostBudget sockets, Semaphore atOnce) {}
