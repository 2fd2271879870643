package dev.belljar.agent.sandbox;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import java.nio.file.Path;

/// Opens the connections of a running sandbox; real ones in the host agent, fakes in tests.
public interface SandboxConnectors {
    /// Opens the journal in this sandbox folder.
    Journal journal(Path sandboxFolder) throws JournalException;

    /// Opens a guest link on this socket.
    GuestLink link(Path socket, String name, LinkObserver observer);

    /// Opens a gateway on this socket for the network card with this MAC address; the policy decides its
    /// connections.
    Gateway gateway(Path socket, String mac, EgressPolicy policy, ProcessFinder finder, NetObserver observer);
}
