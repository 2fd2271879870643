package dev.belljar.agent.naming;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Looks names up as every program of this host does. A name without an answer takes mDNS five seconds, so only
/// threads that can wait may call it.
interface HostNameLookup {
    /// True if this name resolves to this host's loopback.
    boolean leadsHere(String name);

    /// A look-up with the resolver of this host.
    static HostNameLookup ofHost() {
        return name -> {
            try {
                return InetAddress.getByName(name).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        };
    }
}
