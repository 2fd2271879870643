package dev.belljar.agent.gateway;

import dev.belljar.agent.sockets.OutboundConnection;
import java.io.IOException;
import java.util.concurrent.Executor;

/// What looks into connections whose name is known and allowed.
public interface ConnectionInspector {
    /// Looks into nothing.
    ConnectionInspector NONE = Opening::stream;

    /// The stream that takes the place of a connection's own: itself, or one that looks into it.
    ///
    /// @throws IOException when the connection must not go on; the message says why
    OutboundConnection inspect(Opening opening) throws IOException;

    /// Whether TLS to this name ends here and is begun anew, so that no hello of the machine's own reaches the server.
    default boolean ends(String name) {
        return false;
    }

    /// A connection that was allowed by its name: its stream, the name, the port, whether it speaks TLS or HTTP,
    /// the number its events have, and the thread that everything of it runs on.
    record Opening(OutboundConnection stream, String name, int port, boolean tls, long flow, Executor own) {}
}
