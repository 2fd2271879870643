package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Knows which process a machine says a flow is of. Safe for several threads.
public interface ProcessFinder {
    /// Knows of no process, and never will.
    ProcessFinder NONE = new ProcessFinder() {
        @Override
        public boolean told() {
            return false;
        }

        @Override
        public @Nullable SendingProcess find(String protocol, int localPort, IpAddress address, int port) {
            return null;
        }

        @Override
        public void listen(Runnable news) {}
    };

    /// Whether the machine tells of flows at all now, so that it is worth waiting for its word.
    boolean told();

    /// The process that sends from this port of the machine to there; null while it is not known.
    ///
    /// `protocol` is `tcp` or `udp`.
    @Nullable
    SendingProcess find(String protocol, int localPort, IpAddress address, int port);

    /// Has `news` run whenever the machine told of a flow, on any thread; it must not wait. The last
    /// one given counts.
    void listen(Runnable news);
}
