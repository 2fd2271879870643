package dev.belljar.client;

import dev.belljar.contract.host.UserId;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request to the host agent on a separate connection to its Unix socket, and the response.
///
/// Java's HTTP client does not support Unix sockets. This class implements the part of HTTP/1.1 that the host
/// agent uses: a head, then a body of known length, in chunks, or up to the end. There is no token: only the
/// socket's owner can open it, and this class checks that the owner is the present user.
final class ApiConnection implements Closeable {
    private static final int MOST_LINE = 16 << 10;
    private static final int MOST_FIELDS = 100;
    private static final int BUFFER = 16 << 10;
    private static final byte[] NOTHING = new byte[0];

    private final SocketChannel channel;
    private final Consumer<ApiConnection> closed;
    private final ByteBuffer arrived = ByteBuffer.allocate(BUFFER).limit(0);
    private final Map<String, String> fields = new HashMap<>();
    private int status;
    private volatile boolean late;

    private ApiConnection(SocketChannel channel, Consumer<ApiConnection> closed) {
        this.channel = channel;
        this.closed = closed;
    }

    /// Opens a connection; `closed` is called when the connection is closed.
    ///
    /// @throws IOException when no process listens, or the socket belongs to another user
    static ApiConnection open(Path socket, Consumer<ApiConnection> closed) throws IOException {
        int owner = UserId.of(socket);
        if (UserId.own() != owner) {
            throw new IOException("the socket %s belongs to another user (uid %s)".formatted(socket, owner));
        }
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new ApiConnection(channel, closed);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Sends the request and reads the head of the response.
    void ask(String method, String target, Map<String, String> more, byte @Nullable [] body) throws IOException {
        byte[] content = body == null ? NOTHING : body;
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(target).append(" HTTP/1.1\r\nHost: belljar\r\n");
        more.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (body != null) {
            head.append("Content-Type: application/json\r\n");
        }
        if (body != null || !method.equals("GET")) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        write(ByteBuffer.allocate(first.length + content.length)
                .put(first)
                .put(content)
                .flip());
        readHead();
    }

    int status() {
        return status;
    }

    /// A header field of the response by its lower-case name, or an empty string.
    String field(String name) {
        return fields.getOrDefault(name, "");
    }

    /// The body of the response; closing it closes the connection.
    InputStream body() {
        return new ResponseBody();
    }

    /// Reads raw bytes, for a connection that was upgraded from HTTP.
    ///
    /// @return the number of bytes, at least one, or -1 at the end
    int read(byte[] into, int offset, int length) throws IOException {
        if (!arrived.hasRemaining() && !fill()) {
            return -1;
        }
        int count = Math.min(length, arrived.remaining());
        arrived.get(into, offset, count);
        return count;
    }

    /// Sends all bytes.
    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Ends the connection at its deadline.
    void expire() {
        late = true;
        close();
    }

    /// Returns whether the connection ended at its deadline.
    boolean expired() {
        return late;
    }

    @Override
    public void close() {
        closed.accept(this);
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is not used again.
        }
    }

    private boolean fill() throws IOException {
        arrived.clear();
        try {
            return channel.read(arrived) > 0;
        } finally {
            arrived.flip();
        }
    }

    private void readHead() throws IOException {
        String[] first = line().split(" ", 3);
        if (first.length < 2 || !first[0].startsWith("HTTP/1.") || !first[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("the response does not start with a valid HTTP/1.x status line");
        }
        status = Integer.parseInt(first[1]);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0 || fields.size() == MOST_FIELDS) {
                throw new IOException("the response header is malformed or too long");
            }
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < MOST_LINE) {
            if (!arrived.hasRemaining() && !fill()) {
                throw new EOFException("the host agent closed the connection");
            }
            char next = (char) (arrived.get() & 0xff);
            if (next == '\n') {
                return line.toString().strip();
            }
            line.append(next);
        }
        throw new IOException("a line in the response is too long");
    }

    /// The body in any of HTTP's three encodings.
    private final class ResponseBody extends InputStream {
        private final boolean chunked = field("transfer-encoding").equalsIgnoreCase("chunked");
        private long left = chunked ? 0 : length();
        private boolean first = true;
        private boolean over;

        private long length() {
            String said = field("content-length");
            return said.matches("[0-9]{1,18}") ? Long.parseLong(said) : Long.MAX_VALUE;
        }

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
            if (chunked && left == 0 && !over) {
                nextChunk();
            }
            if (over || left == 0) {
                return -1;
            }
            int count = ApiConnection.this.read(into, offset, (int) Math.min(length, left));
            if (count < 0 && left != Long.MAX_VALUE) {
                throw new EOFException("the host agent closed the connection in the middle of a response");
            }
            left -= left == Long.MAX_VALUE ? 0 : Math.max(0, count);
            return count;
        }

        private void nextChunk() throws IOException {
            if (!first) {
                line(); // the end of the chunk before
            }
            first = false;
            String size = line().replaceFirst(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,8}")) {
                throw new IOException("a chunk in the response has an invalid size");
            }
            left = Long.parseLong(size, 16);
            over = left == 0;
        }

        /// Bytes that can be read without waiting; these may be only the frame of a chunk.
        @Override
        public int available() {
            return over ? 0 : (int) Math.min(arrived.remaining(), left);
        }

        @Override
        public void close() {
            ApiConnection.this.close();
        }
    }
}
