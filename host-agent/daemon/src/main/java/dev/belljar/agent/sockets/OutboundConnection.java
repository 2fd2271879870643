package dev.belljar.agent.sockets;

import dev.belljar.agent.tcp.FarSide;

/// A TCP connection of the host.
public interface OutboundConnection extends FarSide {
    /// Names who is told, on the thread of `ExternalNetwork`, when what `await` asked for is so: that there is
    /// something to give (true), that it can take again (false). To be called before anything else; the last one
    /// named counts.
    void listen(Readiness readiness);

    /// Told what a stream is ready for.
    interface Readiness {
        void ready(boolean gives);
    }
}
