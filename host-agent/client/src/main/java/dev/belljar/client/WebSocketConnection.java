package dev.belljar.client;

import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
    private static final int MOST_MESSAGE = 4 << 20;
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int SHORT_LENGTH = 126;
    private static final int LONG_LENGTH = 127;

    private final ApiConnection connection;
    private final ReentrantLock sending = new ReentrantLock();

    /// Receives messages.
    interface WebSocketListener {
        void text(String message);

        void binary(byte[] message) throws InterruptedException;

        /// Called once, when the connection has ended, with the reason.
        void closed(String why);
    }

    private record Frame(boolean last, int code, byte[] payload) {}

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
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        send(TEXT, ByteBuffer.wrap(bytes));
    }

    void binary(ByteBuffer message) throws IOException, InterruptedException {
        send(BINARY, message);
    }

    /// Closes the connection at once.
    @Override
    public void close() {
        connection.close();
    }

    private String handOn(WebSocketListener listener) {
        InputStream in = new RawInput();
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int kind = CONTINUATION;
        try {
            while (true) {
                Frame frame = frame(in, MOST_MESSAGE - message.size());
                switch (frame.code()) {
                    case PING -> send(PONG, ByteBuffer.wrap(frame.payload()));
                    case PONG -> {
                        // An unsolicited pong is ignored.
                    }
                    case CLOSE -> {
                        return goodbye(frame.payload());
                    }
                    default -> {
                        kind = frame.code() == CONTINUATION ? kind : frame.code();
                        message.writeBytes(frame.payload());
                        if (frame.last()) {
                            hand(listener, kind, message.toByteArray());
                            message.reset();
                        }
                    }
                }
            }
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
            case TEXT -> listener.text(new String(message, StandardCharsets.UTF_8));
            case BINARY -> listener.binary(message);
            default -> throw new IOException("received a WebSocket message of unknown type (" + kind + ")");
        }
    }

    private String goodbye(byte[] payload) throws InterruptedException {
        try {
            send(CLOSE, ByteBuffer.wrap(payload));
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

    private static Frame frame(InputStream in, int room) throws IOException {
        byte[] head = exactly(in, 2);
        long length = head[1] & 0x7f;
        if (length == SHORT_LENGTH) {
            length = ByteBuffer.wrap(exactly(in, 2)).getChar();
        } else if (length == LONG_LENGTH) {
            length = ByteBuffer.wrap(exactly(in, 8)).getLong();
        }
        if ((head[1] & MASKED) != 0 || (head[0] & 0x70) != 0 || length < 0 || length > room) {
            throw new IOException("received a malformed WebSocket frame");
        }
        return new Frame((head[0] & LAST) != 0, head[0] & 0x0f, exactly(in, (int) length));
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the host agent closed the connection");
        }
        return bytes;
    }

    /// Clients must mask their frames, although that only matters to proxies, of which there is none here.
    private void send(int code, ByteBuffer payload) throws IOException, InterruptedException {
        int length = payload.remaining();
        ByteBuffer frame = ByteBuffer.allocate(length + 14).put((byte) (LAST | code));
        if (length < SHORT_LENGTH) {
            frame.put((byte) (MASKED | length));
        } else if (length <= Character.MAX_VALUE) {
            frame.put((byte) (MASKED | SHORT_LENGTH)).putChar((char) length);
        } else {
            frame.put((byte) (MASKED | LONG_LENGTH)).putLong(length);
        }
        byte[] mask = new byte[4];
        ThreadLocalRandom.current().nextBytes(mask);
        frame.put(mask);
        for (int i = 0; i < length; i++) {
            frame.put((byte) (payload.get() ^ mask[i & 3]));
        }
        // A write by an interrupted thread would close the channel for all of its users.
        sending.lockInterruptibly();
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            connection.write(frame.flip());
        } finally {
            sending.unlock();
        }
    }

    private final class RawInput extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return length == 0 ? 0 : connection.read(into, offset, length);
        }
    }
}
