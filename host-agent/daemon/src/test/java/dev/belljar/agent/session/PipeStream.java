package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/// A fake server that sends a prepared response without a request.
final class PipeStream implements GuestStream {
    final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final InputStream says;
    boolean closed;

    PipeStream(byte[] says) {
        this.says = new ByteArrayInputStream(says);
    }

    @Override
    public InputStream input() {
        return says;
    }

    @Override
    public OutputStream output() {
        return heard;
    }

    @Override
    public void close() {
        closed = true;
    }
}
