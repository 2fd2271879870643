package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.network.TunnelMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A remote tunnel over one WebSocket.
///
/// Text messages are `TunnelMessage`s, binary messages the data. A few messages are received ahead, one more for
/// each that was read; a piece is written when the previous one was sent.
final class SocketTunnel implements RemoteTunnel, WebSocketConnection.WebSocketListener {
    private static final int PIECE = 32 << 10;
    private static final int AHEAD = 8;
    private static final byte[] END = new byte[0];

    private final WebSocketConnection socket;
    private final CompletableFuture<TunnelMessage> opened = new CompletableFuture<>();
    private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    /// Permits for messages that may arrive before earlier ones are read.
    private final Semaphore room = new Semaphore(AHEAD);
    private final InputStream input = new TunnelInput();
    private final OutputStream output = new TunnelOutput();
    private volatile @Nullable String broken;
    private volatile boolean ended;

    private SocketTunnel(WebSocketConnection socket) {
        this.socket = socket;
    }

    static SocketTunnel open(ApiRequests requests, String path) throws AgentException, InterruptedException {
        SocketTunnel tunnel = new SocketTunnel(WebSocketConnection.open(requests, path));
        tunnel.socket.listen("tunnel " + path, tunnel);
        try {
            Problem problem = tunnel.opened.get().problem();
            if (problem == null) {
                return tunnel;
            }
            tunnel.close();
            throw new AgentException(problem, null);
        } catch (ExecutionException e) {
            throw ApiRequests.unreachable(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            tunnel.close();
            throw e;
        }
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
        socket.close();
        gone("this program closed the connection");
        room.release(AHEAD);
    }

    @Override
    public void binary(byte[] message) throws InterruptedException {
        if (message.length > 0) {
            room.acquire();
            arrived.add(message);
        }
    }

    @Override
    public void text(String message) {
        heard(message);
    }

    @Override
    public void closed(String why) {
        gone(why);
    }

    private void heard(String message) {
        try {
            TunnelMessage word = ContractJson.read(message, TunnelMessage.class);
            if (word.equals(TunnelMessage.EOF)) {
                ended = true;
                arrived.add(END);
            } else {
                opened.complete(word);
            }
        } catch (JsonFault e) {
            gone(String.valueOf(e.getMessage()));
        }
    }

    /// Wakes waiting threads with an error, unless the stream has ended already.
    private void gone(String why) {
        if (!ended) {
            broken = why;
            arrived.add(END);
        }
        opened.complete(TunnelMessage.failed(Problem.of(
                ProblemCode.UNAVAILABLE,
                "connection closed",
                "the connection to the machine was closed: " + why,
                null)));
    }

    private final class TunnelInput extends InputStream {
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
                    room.release();
                    return true;
                }
            }
            String why = broken;
            if (why != null) {
                throw new IOException("the connection to the machine was closed: " + why);
            }
            return false;
        }
    }

    private final class TunnelOutput extends OutputStream {
        private boolean closed;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int from = offset; from < offset + length; from += PIECE) {
                int start = from;
                int size = Math.min(PIECE, offset + length - from);
                send(() -> socket.binary(bytes, start, size));
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                String word = ContractJson.line(TunnelMessage.EOF);
                send(() -> socket.text(word));
            }
        }
    }

    private static void send(MessageSender message) throws IOException {
        try {
            message.now();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while sending");
        }
    }

    /// Sends one message.
    private interface MessageSender {
        void now() throws IOException, InterruptedException;
    }
}
