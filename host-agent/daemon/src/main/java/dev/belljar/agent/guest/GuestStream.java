package dev.belljar.agent.guest;

import java.io.InputStream;
import java.io.OutputStream;

/// Bytes to and from a port of the guest, or a tar stream. Reading to the end throws IOException if the stream
/// ended with an error.
public interface GuestStream extends AutoCloseable {
    /// The bytes from the guest.
    InputStream input();

    /// The bytes to the guest; closing it sends end of file.
    OutputStream output();

    @Override
    void close();
}
