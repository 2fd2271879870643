package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/// A fake server that accepts a WebSocket and, once it is stuck, reads no more bytes until the stream is closed.
final class StuckStream implements GuestStream {
    final CountDownLatch closed = new CountDownLatch(1);
    volatile boolean stuck;
    private final SwitchingStream agreed = new SwitchingStream(new byte[0]);

    @Override
    public InputStream input() {
        return agreed.input();
    }

    @Override
    public OutputStream output() {
        return new FilterOutputStream(agreed.output()) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (stuck) {
                    await();
                }
                out.write(bytes, from, length);
            }
        };
    }

    private void await() throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("closed");
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
