package dev.belljar.agent.sockets;

import java.nio.ByteBuffer;

/// A socket for datagrams to and from one address.
public interface DatagramSocketLink extends AutoCloseable {
    /// Sends a datagram, or loses it if the host has no room for it now.
    void send(ByteBuffer datagram);

    @Override
    void close();
}
