package dev.belljar.agent.naming;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Looks names up as every program of this host does. A name nobody answers for takes mDNS five seconds: only for
/// threads that have time.
interface HostNameLookup {
    /// True when this name leads to this host's loopback.
    boolean leadsHere(String name);

    /// By the resolver of this host.
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
