package dev.belljar.agent.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The far side of a connection that ends at the gateway: takes bytes that the guest sent and gives bytes for
/// the guest.
///
/// No method blocks; an `IOException` means that the far side is gone and the connection must be reset.
public interface UpstreamEndpoint {
    /// Takes as many bytes as it can now, moving the buffer's position past them.
    void take(ByteBuffer bytes) throws IOException;

    /// Reads available bytes into the buffers and returns their number, 0 for none now, -1 if no more will come.
    long give(ByteBuffer[] into) throws IOException;

    /// Says that no more bytes will be sent; the far side may still give some.
    void finish() throws IOException;

    /// Sets the events of interest: bytes to read are available, or bytes can be written again.
    void await(boolean giving, boolean taking);

    /// Closes the connection cleanly.
    void close();

    /// Closes the connection at once and discards bytes in transit.
    void abort();
}
