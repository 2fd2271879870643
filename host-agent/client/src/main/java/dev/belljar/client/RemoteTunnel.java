package dev.belljar.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A connection to a port on the loopback of a machine, as seen by a client.
///
/// Reading and writing block until the other side is ready; they throw IOException if the connection broke. One
/// thread may read while another writes.
public interface RemoteTunnel extends AutoCloseable {
    /// The bytes from the machine.
    InputStream input();

    /// The bytes to the machine; closing it ends this direction only.
    OutputStream output();

    /// Closes both directions.
    @Override
    void close() throws IOException;
}
