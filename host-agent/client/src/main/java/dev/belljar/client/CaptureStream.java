package dev.belljar.client;

import dev.belljar.contract.view.network.CaptureFigures;
import java.io.IOException;
import java.io.InputStream;

/// A running packet capture; closing it ends it.
public interface CaptureStream extends AutoCloseable {
    /// The growing pcap file, which ends with the machine's network.
    InputStream bytes();

    /// `GET /sandboxes/{id}/network/pcap/{capture}`: the number of frames written and dropped so far; also
    /// available after the end.
    CaptureFigures figures() throws AgentException, InterruptedException;

    @Override
    void close() throws IOException;
}
