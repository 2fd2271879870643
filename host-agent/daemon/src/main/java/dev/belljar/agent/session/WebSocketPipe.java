package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.http.WebSocketFrame;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A WebSocket to a server in the guest, over a stream of the guest link. One thread reads, any may write.
///
/// Nothing is read ahead: the server waits until `read` is called.
final class WebSocketPipe implements AutoCloseable {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int SWITCHED = 101;
    private static final int UNAUTHORIZED = 401;
    private static final int NORMAL = 1000;
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final GuestStream stream;
    private final DataInputStream in;
    private final OutputStream out;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock writing = new ReentrantLock();
    private int closeCode = -1;

    private WebSocketPipe(GuestStream stream) {
        this.stream = stream;
        this.in = new DataInputStream(new BufferedInputStream(stream.input()));
        this.out = stream.output();
    }

    /// Opens a WebSocket to the server of this stream; `head` are complete header lines. The pipe takes
    /// ownership of the stream.
    ///
    /// @throws SessionException when the server does not switch protocols
    static WebSocketPipe open(GuestStream stream, String target, String head) throws SessionException, IOException {
        WebSocketPipe pipe = new WebSocketPipe(stream);
        boolean switched = false;
        try {
            pipe.switchOver(target, head);
            switched = true;
            return pipe;
        } finally {
            if (!switched) {
                stream.close();
            }
        }
    }

    private void switchOver(String target, String head) throws SessionException, IOException {
        byte[] nonce = new byte[16];
        random.nextBytes(nonce);
        String key = Base64.getEncoder().encodeToString(nonce);
        out.write(("GET " + target + " HTTP/1.1\r\n" + head
                        + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                        + key + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        HttpAnswer answer = HttpAnswer.head(in);
        if (answer.status() == UNAUTHORIZED) {
            throw SessionException.refused();
        }
        if (answer.status() != SWITCHED
                || !answer.fields().first("sec-websocket-accept").equals(accept(key))) {
            throw SessionException.broken("the WebSocket handshake failed (status %d)".formatted(answer.status()));
        }
    }

    static String accept(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-1", e);
        }
    }

    /// The next message, text or not; empty once the server has closed.
    ///
    /// @throws SessionException when the server breaks the protocol
    /// @throws IOException when the stream ends without being closed
    Optional<byte[]> read() throws SessionException, IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            WebSocketFrame frame = frame(WebSocketFrame.LONGEST - message.size());
            switch (frame.opcode()) {
                case WebSocketFrame.CLOSE -> {
                    closed(frame.payload());
                    return Optional.empty();
                }
                case WebSocketFrame.PING -> send(WebSocketFrame.PONG, frame.payload(), 0, frame.payload().length);
                case WebSocketFrame.PONG -> {}
                default -> {
                    message.writeBytes(frame.payload());
                    if (frame.last()) {
                        return Optional.of(message.toByteArray());
                    }
                }
            }
        }
    }

    private WebSocketFrame frame(int most) throws SessionException, IOException {
        try {
            return WebSocketFrame.read(in, most);
        } catch (ProtocolException e) {
            throw SessionException.broken(String.valueOf(e.getMessage()));
        }
    }

    /// The code with which the server closed; -1 before.
    int closeCode() {
        return closeCode;
    }

    void text(String words) throws IOException {
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        send(WebSocketFrame.TEXT, bytes, 0, bytes.length);
    }

    void binary(byte[] bytes, int from, int length) throws IOException {
        send(WebSocketFrame.BINARY, bytes, from, length);
    }

    /// Sends a close frame, waiting a second at most, and closes the stream.
    @Override
    public void close() {
        // A server that does not read blocks the writer; closing the stream ends that.
        if (writing.tryLock()) {
            try (ReadDeadline _ = ReadDeadline.of(GOODBYE, stream::close)) {
                send(WebSocketFrame.CLOSE, new byte[] {(byte) (NORMAL >> 8), (byte) NORMAL}, 0, 2);
            } catch (IOException e) {
                // The connection is gone already.
            } finally {
                writing.unlock();
            }
        }
        stream.close();
    }

    private void closed(byte[] payload) {
        closeCode = payload.length < 2 ? NORMAL : ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
    }

    private void send(int opcode, byte[] payload, int from, int length) throws IOException {
        writing.lock();
        try {
            out.write(WebSocketFrame.masked(opcode, payload, from, length, random.nextInt()));
            out.flush();
        } finally {
            writing.unlock();
        }
    }
}
