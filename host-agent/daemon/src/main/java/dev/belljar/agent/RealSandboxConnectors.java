package dev.belljar.agent;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.GatewayServices;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.network.SocketGateway;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.guest.link.VirtioGuestLink;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.sandbox.SandboxConnectors;
import dev.belljar.agent.sockets.NameServer;
import java.nio.file.Path;
import java.util.List;

/// Opens the real guest links, gateways and journals of running sandboxes.
///
/// `eventBytes` is how much disk space the events of one sandbox may take, `reserve` the space that is kept free
/// on that disk, `budgets` what all sandboxes share. `nameServers` are the servers asked for names; an empty
/// list means those of this host.
record RealSandboxConnectors(long eventBytes, DiskReserve reserve, HostBudgets budgets, List<NameServer> nameServers)
        implements SandboxConnectors {
    @Override
    public Journal journal(Path sandboxFolder) throws JournalException {
        return FileJournal.open(sandboxFolder.resolve("events"), eventBytes, reserve, budgets.recording());
    }

    @Override
    public GuestLink link(Path socket, String name, LinkObserver observer) {
        return VirtioGuestLink.open(socket, name, observer, budgets.streams());
    }

    @Override
    public Gateway gateway(Path socket, String mac, EgressPolicy policy, ProcessFinder finder, NetObserver observer) {
        GatewayServices supplies =
                new GatewayServices(nameServers, budgets.chunks(), budgets.sockets(), budgets.gateways());
        return SocketGateway.open(socket, policy, finder, observer, mac, supplies);
    }
}
