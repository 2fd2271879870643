package dev.belljar.agent.api.socket;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.TunnelMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection to a port on a guest's loopback, over one WebSocket.
///
/// The first text is the host agent's `open`, or `problem`; then binary messages are the bytes, and an `eof` from
/// either side closes that half. When both are closed the socket ends with code 1000, with 1011 when it broke.
///
/// Nothing is buffered here: as in a `TerminalSocket`, a side that does not read blocks the side that writes.
final class TunnelSocket {
    private static final Logger LOG = LoggerFactory.getLogger(TunnelSocket.class);
    private static final int CHUNK = 32 << 10;
    private static final int NORMAL = 1000;
    private static final int POLICY = 1008;
    private static final int BROKEN = 1011;

    private final GuestService guests;
    private final String sandbox;
    private final int port;
    private final SocketSender sender;
    private final CompletableFuture<Boolean> said = new CompletableFuture<>();
    private volatile @Nullable GuestStream stream;
    private volatile @Nullable Thread worker;
    private volatile boolean closed;

    TunnelSocket(GuestService guests, String sandbox, int port, Session session) {
        this.guests = guests;
        this.sandbox = sandbox;
        this.port = port;
        this.sender = new SocketSender(session);
    }

    String sandbox() {
        return sandbox;
    }

    /// Connects, then sends the guest's bytes to the client until the connection ends.
    void begin() {
        worker =
                Thread.ofVirtual().name("tunnel %s:%d".formatted(sandbox, port)).start(this::run);
    }

    /// Handles a text message of the client.
    void text(String message) {
        try {
            GuestStream open = opened();
            if (!RequestReader.strict(message, TunnelMessage.class).equals(TunnelMessage.EOF)) {
                throw ApiException.invalid("unexpected text message: expected {\"op\":\"eof\"}");
            }
            open.output().close();
            said.complete(true);
        } catch (BelljarException e) {
            refuse(e);
        } catch (IOException e) {
            LOG.debug("{}: the client ended its input after the connection was closed", sandbox, e);
        }
    }

    /// Handles a binary message of the client; returns once the guest has room for it.
    void binary(ByteBuffer message) {
        try {
            OutputStream to = opened().output();
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            to.write(bytes);
            to.flush();
        } catch (BelljarException e) {
            refuse(e);
        } catch (IOException e) {
            // The guest closed its end; its last bytes are still read.
            LOG.debug("{}: the program on port {} did not accept the data", sandbox, port, e);
        }
    }

    /// Handles that the client is gone: closes the connection.
    void close() {
        closed = true;
        Thread running = worker;
        if (running != null) {
            running.interrupt();
        }
        GuestStream open = stream;
        if (open != null) {
            open.close();
        }
    }

    /// Sends the client this problem, and ends the socket.
    void refuse(BelljarException e) {
        end(TunnelMessage.failed(e.problem()), POLICY);
        close();
    }

    private GuestStream opened() throws ApiException {
        GuestStream open = stream;
        if (open == null) {
            throw ApiException.invalid("the client sent a message before it received \"open\"");
        }
        return open;
    }

    private void run() {
        try (GuestStream open = guests.tunnel(sandbox, port)) {
            stream = open;
            if (closed) {
                return;
            }
            sender.text(TunnelMessage.OPEN);
            forward(open.input());
            sender.text(TunnelMessage.EOF);
            said.get();
            end(null, NORMAL);
        } catch (BelljarException e) {
            end(TunnelMessage.failed(e.problem()), NORMAL);
        } catch (IOException e) {
            // The client left, or the connection broke: in both cases no more bytes come.
            LOG.debug("{}: the connection to port {} broke", sandbox, port, e);
            end(null, BROKEN);
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing fails it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(InputStream from) throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK];
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
            ByteBuffer message = ByteBuffer.wrap(chunk, 0, n);
            sender.binary(message);
        }
    }

    private void end(@Nullable TunnelMessage last, int code) {
        if (closed) {
            return;
        }
        try {
            if (last != null) {
                sender.text(last);
            }
            sender.close(code);
        } catch (IOException e) {
            LOG.debug("{}: the client disconnected before the end", sandbox, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
