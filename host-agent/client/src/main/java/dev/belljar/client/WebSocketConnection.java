package dev.belljar.client;

import dev.belljar.contract.http.WebSocketFrame;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A WebSocket (RFC 6455) over a connection to the host agent's Unix socket.
///
/// One thread delivers messages one after another, so that a slow listener slows the other side down. The
/// handshake's proof that the server understands WebSockets is not checked: only the host agent listens on that
/// socket.
final class WebSocketConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);

    private final ApiConnection connection;
    private final ReentrantLock sending = new ReentrantLock();

    /// Receives messages.
    interface WebSocketListener {
        void text(String message);

        void binary(byte[] message) throws InterruptedException;

        /// Called once, when the connection has ended, with the reason.
        void closed(String why);
    }

    private WebSocketConnection(ApiConnection connection) {
        this.connection = connection;
    }

    /// Opens a WebSocket on this path.
    ///
    /// @throws AgentException with the host agent's problem if it refuses
    static WebSocketConnection open(ApiRequests requests, String path) throws AgentException, InterruptedException {
        byte[] key = new byte[16];
        ThreadLocalRandom.current().nextBytes(key);
        ApiConnection connection = requests.ask(
                "GET",
                path,
                Map.of(
                        "Connection", "Upgrade",
                        "Upgrade", "websocket",
                        "Sec-WebSocket-Version", "13",
                        "Sec-WebSocket-Key", Base64.getEncoder().encodeToString(key)),
                null);
        if (connection.status() != 101) {
            AgentException refused = ApiRequests.refused(connection);
            throw refused.code().code().equals(ApiRequests.UNEXPLAINED) ? refusal(requests, path, refused) : refused;
        }
        return new WebSocketConnection(connection);
    }

    /// Finds the reason of a refused upgrade, whose response has no body: requests the sandbox itself to get
    /// the problem.
    private static AgentException refusal(ApiRequests requests, String path, AgentException refused)
            throws AgentException, InterruptedException {
        if (!path.startsWith("/sandboxes/")) {
            return refused;
        }
        String id = URLDecoder.decode(path.split("/", -1)[2], StandardCharsets.UTF_8);
        Sandbox sandbox = requests.call(SandboxApi.GET.at(id), Empty.NOTHING, ApiRequests.PATIENCE);
        String state = sandbox.status().state().name().toLowerCase(Locale.ROOT);
        return new AgentException(
                Problem.of(
                        new ProblemCode("sandbox.wrong-state", refused.code().status()),
                        "not running",
                        "sandbox %s is %s: it must be running, and its guest agent must respond"
                                .formatted(sandbox.spec().name(), state),
                        "`belljar start " + sandbox.spec().name() + "` starts the sandbox."),
                refused);
    }

    /// Begins to deliver messages on a thread of this name.
    void listen(String name, WebSocketListener listener) {
        Thread.ofVirtual().name(name).start(() -> listener.closed(handOn(listener)));
    }

    void text(String message) throws IOException, InterruptedException {
        send(WebSocketFrame.TEXT, message.getBytes(StandardCharsets.UTF_8));
    }

    void binary(byte[] bytes, int from, int length) throws IOException, InterruptedException {
        send(WebSocketFrame.BINARY, bytes, from, length);
    }

    /// Closes the connection at once.
    @Override
    public void close() {
        connection.close();
    }

    private String handOn(WebSocketListener listener) {
        DataInputStream in = new DataInputStream(connection.input());
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int kind = WebSocketFrame.MORE;
        try {
            while (true) {
                WebSocketFrame frame = WebSocketFrame.read(in, WebSocketFrame.LONGEST - message.size());
                switch (frame.opcode()) {
                    case WebSocketFrame.PING -> send(WebSocketFrame.PONG, frame.payload());
                    case WebSocketFrame.PONG -> {
                        // An unsolicited pong is ignored.
                    }
                    case WebSocketFrame.CLOSE -> {
                        return goodbye(frame.payload());
                    }
                    default -> {
                        kind = frame.opcode() == WebSocketFrame.MORE ? kind : frame.opcode();
                        message.writeBytes(frame.payload());
                        if (frame.last()) {
                            hand(listener, kind, message.toByteArray());
                            message.reset();
                        }
                    }
                }
            }
        } catch (EOFException e) {
            return "the host agent closed the connection";
        } catch (IOException e) {
            return String.valueOf(e.getMessage() == null ? e : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "this program was interrupted";
        } finally {
            close();
        }
    }

    private static void hand(WebSocketListener listener, int kind, byte[] message)
            throws IOException, InterruptedException {
        switch (kind) {
            case WebSocketFrame.TEXT -> listener.text(new String(message, StandardCharsets.UTF_8));
            case WebSocketFrame.BINARY -> listener.binary(message);
            default -> throw new IOException("received a WebSocket message of unknown type (" + kind + ")");
        }
    }

    private String goodbye(byte[] payload) throws InterruptedException {
        try {
            send(WebSocketFrame.CLOSE, payload);
        } catch (IOException e) {
            LOG.debug("the connection was lost before the close frame could be returned", e); // only the reason matters
        }
        if (payload.length < 2) {
            return "the host agent closed the connection";
        }
        String reason = new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
        return reason.isEmpty()
                ? "WebSocket close code " + (int) ByteBuffer.wrap(payload).getChar(0)
                : reason;
    }

    private void send(int code, byte[] payload, int from, int length) throws IOException, InterruptedException {
        byte[] frame = WebSocketFrame.masked(
                code, payload, from, length, ThreadLocalRandom.current().nextInt());
        // A write by an interrupted thread would close the channel for all of its users.
        sending.lockInterruptibly();
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            connection.write(ByteBuffer.wrap(frame));
        } finally {
            sending.unlock();
        }
    }

    private void send(int code, byte[] payload) throws IOException, InterruptedException {
        send(code, payload, 0, payload.length);
    }
}
