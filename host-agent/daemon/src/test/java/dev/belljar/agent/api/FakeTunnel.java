package dev.belljar.agent.api;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/// A connection to a port in this process: `ECHO` returns its input until that ends, `FLOOD` writes without end,
/// `STUCK` reads nothing, `BROKEN` writes a byte and breaks; nothing listens on other ports.
final class FakeTunnel implements GuestStream {
    static final int ECHO = 7;
    static final int FLOOD = 19;
    static final int STUCK = 9;
    static final int BROKEN = 13;

    final Pipe in = new Pipe();
    final Pipe out = new Pipe();
    final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    private final int port;

    private FakeTunnel(int port) {
        this.port = port;
    }

    static FakeTunnel to(int port) throws GuestException {
        if (port != ECHO && port != FLOOD && port != STUCK && port != BROKEN) {
            throw new GuestException(
                    GuestException.REFUSED, "port %d in shop: Connection refused".formatted(port), "Start it.", null);
        }
        FakeTunnel tunnel = new FakeTunnel(port);
        Thread.ofVirtual().name("fake port " + port).start(tunnel::run);
        return tunnel;
    }

    private void run() {
        try {
            if (port == ECHO) {
                in.input.transferTo(out.output);
                out.end();
            } else if (port == FLOOD) {
                byte[] chunk = new byte[8_192];
                while (true) {
                    out.output.write(chunk);
                }
            } else if (port == BROKEN) {
                out.output.write(1);
            }
        } catch (IOException e) {
            // Closed by the other side, as a real connection would be.
        }
    }

    @Override
    public InputStream input() {
        return port == BROKEN ? new Breaking() : out.input;
    }

    @Override
    public OutputStream output() {
        return in.output;
    }

    @Override
    public void close() {
        in.end();
        out.end();
        closed.complete(true);
    }

    /// One byte, then a connection that was reset.
    private final class Breaking extends InputStream {
        private boolean said;

        @Override
        public int read() throws IOException {
            if (said) {
                throw new IOException("connection reset");
            }
            said = true;
            return out.input.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            into[offset] = (byte) read();
            return 1;
        }
    }
}
