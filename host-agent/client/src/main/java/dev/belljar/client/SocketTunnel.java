package dev.belljar.client;

import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.TunnelWord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A connection over one WebSocket.
///
/// Texts are `TunnelWord`s, binary messages the bytes. A few messages are asked for ahead, one more for each that was
/// read; a piece is written when the former has left.
final class SocketTunnel implements Tunnel, WebSocket.Listener {
    private static final int PIECE = 32 << 10;
    private static final int AHEAD = 8;
    private static final byte[] END = new byte[0];

    private final CompletableFuture<TunnelWord> opened = new CompletableFuture<>();
    private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final ReentrantLock sending = new ReentrantLock();
    private final InputStream input = new Incoming();
    private final OutputStream output = new Outgoing();
    private @Nullable WebSocket socket;
    private volatile @Nullable String broken;
    private volatile boolean ended;

    private SocketTunnel() {}

    static SocketTunnel open(Requests requests, String path) throws AgentException, InterruptedException {
        SocketTunnel tunnel = new SocketTunnel();
        try {
            tunnel.socket = requests.http()
                    .newWebSocketBuilder()
                    .header("Authorization", requests.authorization())
                    .buildAsync(requests.socketUri(path), tunnel)
                    .get();
            Problem problem = tunnel.opened.get().problem();
            if (problem == null) {
                return tunnel;
            }
            tunnel.close();
            throw new AgentException(problem, null);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throw refusal(requests, path, refused.getResponse().statusCode(), e);
            }
            throw Requests.unreachable(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            tunnel.abort();
            throw e;
        }
    }

    /// Why the socket was refused: Java hands over no body of a refused upgrade, so the sandbox itself is asked.
    private static AgentException refusal(Requests requests, String path, int status, Throwable cause)
            throws AgentException, InterruptedException {
        Sandbox sandbox = requests.get(path.replaceFirst("/tunnel\\?.*$", ""), Sandbox.class);
        return new AgentException(
                Problem.of(
                        new ProblemCode("agent.refused", status),
                        "refused",
                        "the host agent refused a connection into %s with status %d"
                                .formatted(sandbox.spec().name(), status),
                        "Ports are 1 to 65535."),
                cause);
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public void close() {
        abort();
        gone("it was closed here");
    }

    @Override
    public void onOpen(WebSocket from) {
        from.request(AHEAD);
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        if (bytes.length == 0) {
            from.request(1);
        } else {
            arrived.add(bytes);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            heard(text.toString());
            text.setLength(0);
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        gone(reason.isEmpty() ? "the host agent closed it with " + code : reason);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        gone(String.valueOf(error));
    }

    private void heard(String message) {
        try {
            TunnelWord word = Json.read(message, TunnelWord.class);
            if (word.equals(TunnelWord.EOF)) {
                ended = true;
                arrived.add(END);
            } else {
                opened.complete(word);
            }
        } catch (JsonFault e) {
            gone(String.valueOf(e.getMessage()));
        }
    }

    /// Whoever waits is told; after the end nothing was lost.
    private void gone(String why) {
        if (!ended) {
            broken = why;
            arrived.add(END);
        }
        opened.complete(TunnelWord.failed(Problem.of(
                ProblemCode.UNAVAILABLE, "connection ended", "the connection into the machine ended: " + why, null)));
    }

    private void abort() {
        WebSocket now = socket;
        if (now != null) {
            now.abort();
        }
    }

    private WebSocket socket() {
        WebSocket now = socket;
        if (now == null) {
            throw new IllegalStateException("the socket is set before the tunnel is handed out");
        }
        return now;
    }

    private void await(Sending message) throws IOException {
        sending.lock();
        try {
            message.on(socket()).get();
        } catch (ExecutionException e) {
            throw new IOException("the connection into the machine ended", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while sending");
        } finally {
            sending.unlock();
        }
    }

    /// One message on its way out.
    private interface Sending {
        CompletableFuture<?> on(WebSocket socket);
    }

    private final class Incoming extends InputStream {
        private byte[] now = END;
        private int at;
        private boolean over;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (at == now.length && !next()) {
                return -1;
            }
            int count = Math.min(length, now.length - at);
            System.arraycopy(now, at, into, offset, count);
            at += count;
            return count;
        }

        private boolean next() throws IOException {
            if (!over) {
                try {
                    now = arrived.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while reading");
                }
                at = 0;
                over = now.length == 0;
                if (!over) {
                    socket().request(1);
                    return true;
                }
            }
            String why = broken;
            if (why != null) {
                throw new IOException("the connection into the machine ended: " + why);
            }
            return false;
        }
    }

    private final class Outgoing extends OutputStream {
        private boolean closed;

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int from = offset; from < offset + length; from += PIECE) {
                ByteBuffer piece = ByteBuffer.wrap(bytes, from, Math.min(PIECE, offset + length - from));
                await(socket -> socket.sendBinary(piece, true));
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                String word = Json.line(TunnelWord.EOF);
                await(socket -> socket.sendText(word, true));
            }
        }
    }
}
