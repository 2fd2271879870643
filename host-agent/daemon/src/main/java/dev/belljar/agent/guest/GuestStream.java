package dev.belljar.agent.guest;

import java.io.InputStream;
import java.io.OutputStream;

/// Bytes to and from something in the guest: a port, or a tar stream. Reading past the end throws IOException when
/// the stream ended badly.
public interface GuestStream extends AutoCloseable {
    /// What comes from the guest.
    InputStream input();

    /// What goes to the guest; closing it is end of file.
    OutputStream output();

    @Override
    void close();
}
