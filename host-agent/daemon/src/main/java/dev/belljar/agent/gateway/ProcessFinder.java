package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Finds the process of a flow, as the guest reports it. Safe for several threads.
public interface ProcessFinder {
    /// Never finds a process.
    ProcessFinder NONE = new ProcessFinder() {
        @Override
        public boolean reportsFlows() {
            return false;
        }

        @Override
        public @Nullable SendingProcess find(String protocol, int localPort, IpAddress address, int port) {
            return null;
        }

        @Override
        public void listen(Runnable news) {}
    };

    /// Whether the guest reports flows at all now, so that waiting for a report can help.
    boolean reportsFlows();

    /// The process that sends from this port of the machine to this address and port; null while it is not
    /// known.
    ///
    /// `protocol` is `tcp` or `udp`.
    @Nullable
    SendingProcess find(String protocol, int localPort, IpAddress address, int port);

    /// Runs `news`, on any thread, whenever the guest has reported a flow; it must not block. A later call
    /// replaces it.
    void listen(Runnable news);
}
