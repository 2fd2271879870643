package dev.belljar.client;

import dev.belljar.contract.view.CaptureFigures;
import java.io.IOException;
import java.io.InputStream;

/// A capture of a machine's network under way; closing it ends it.
public interface CaptureStream extends AutoCloseable {
    /// A pcap file as it grows; it ends when the machine's network does.
    InputStream bytes();

    /// `GET /sandboxes/{id}/network/pcap/{capture}`: frames written and left out so far, also after the end.
    CaptureFigures figures() throws AgentException, InterruptedException;

    @Override
    void close() throws IOException;
}
