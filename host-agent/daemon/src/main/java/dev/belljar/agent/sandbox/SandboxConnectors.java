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

/// How the things a running sandbox holds are opened; real ones in the host agent, fakes in tests.
public interface SandboxConnectors {
    /// The journal of a sandbox whose folder this is.
    Journal journal(Path sandboxFolder) throws JournalException;

    /// A guest link on this socket.
    GuestLink link(Path socket, String name, LinkObserver observer);

    /// A gateway on this socket for the network card with this address, which lets out what the policy allows.
    Gateway gateway(Path socket, String mac, EgressPolicy policy, ProcessFinder finder, NetObserver observer);
}
