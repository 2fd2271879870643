package dev.belljar.agent.sockets;

import dev.belljar.agent.tcp.UpstreamEndpoint;

/// A TCP connection of the host.
public interface OutboundConnection extends UpstreamEndpoint {
    /// Sets the listener that is called on the thread of `ExternalNetwork` when the condition given to `await`
    /// holds: bytes can be read (true), or bytes can be written again (false). To be called first; a later
    /// listener replaces an earlier one.
    void listen(Readiness readiness);

    /// Is called when a connection is ready to read or write.
    interface Readiness {
        void ready(boolean gives);
    }
}
