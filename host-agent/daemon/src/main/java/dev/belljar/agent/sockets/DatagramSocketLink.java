package dev.belljar.agent.sockets;

import java.nio.ByteBuffer;

/// A datagram socket that is connected to one address.
public interface DatagramSocketLink extends AutoCloseable {
    /// Sends a datagram, or drops it if the host's buffer is full.
    void send(ByteBuffer datagram);

    @Override
    void close();
}
