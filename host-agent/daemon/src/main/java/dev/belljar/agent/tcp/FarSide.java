package dev.belljar.agent.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The other side of a connection that ends at the gateway: takes what the guest sent, gives what is meant
/// for it.
///
/// Nothing here waits; an `IOException` means that the far side is gone and the connection is to be reset.
public interface FarSide {
    /// Takes as many bytes as it can now, moving the buffer's position past them.
    void take(ByteBuffer bytes) throws IOException;

    /// Puts what is there into the buffers: how many bytes, 0 for none now, -1 when no more will come.
    long give(ByteBuffer[] into) throws IOException;

    /// Says that no more bytes will be handed over; it may still give some.
    void finish() throws IOException;

    /// Chooses what the connection wants to be told of: that there is something to give, that it can take again.
    void await(boolean giving, boolean taking);

    /// Ends it in order.
    void close();

    /// Ends it at once, throwing away what is on the way.
    void abort();
}
