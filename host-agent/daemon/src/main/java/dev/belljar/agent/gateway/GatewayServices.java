package dev.belljar.agent.gateway;

import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.tcp.ChunkStore;
import java.util.List;
import java.util.concurrent.Semaphore;

/// What a host gives to the gateways of all machines: the name servers to ask, none for those of this host, memory for
/// what is on its way, sockets, and how many of the gateways may work at once.
public record GatewayServices(List<NameServer> names, ChunkStore chunks, HostBudget sockets, Semaphore atOnce) {}
