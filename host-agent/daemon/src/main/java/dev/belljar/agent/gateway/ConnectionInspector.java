package dev.belljar.agent.gateway;

import dev.belljar.agent.sockets.OutboundConnection;
import java.io.IOException;
import java.util.concurrent.Executor;

/// Inspects connections whose name is known and allowed.
public interface ConnectionInspector {
    /// Inspects nothing.
    ConnectionInspector NONE = Opening::stream;

    /// The stream to use for a connection: its own, or one that inspects it.
    ///
    /// @throws IOException when the connection must be refused; the message says why
    OutboundConnection inspect(Opening opening) throws IOException;

    /// Whether the gateway ends the guest's TLS to this name and makes its own to the server, so that no hello
    /// of the guest reaches the server.
    default boolean ends(String name) {
        return false;
    }

    /// A connection that was allowed by its name: its stream, the name, the port, whether it speaks TLS (else
    /// HTTP), the number of its events, the grant that its requests need, and the executor on which everything
    /// of it runs.
    record Opening(
            OutboundConnection stream, String name, int port, boolean tls, long flow, FlowGrant grant, Executor own) {}
}
