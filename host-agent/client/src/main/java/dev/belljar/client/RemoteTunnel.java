package dev.belljar.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A connection to a port on the loopback of a machine, seen from here.
///
/// Reading and writing wait for the other side, so neither runs ahead of it; they throw IOException when the
/// connection broke. One thread may read while another writes.
public interface RemoteTunnel extends AutoCloseable {
    /// What comes from the machine, to its end.
    InputStream input();

    /// What goes to the machine; closing it says that no more comes, and what the machine says is still read.
    OutputStream output();

    /// Ends it, both ways.
    @Override
    void close() throws IOException;
}
