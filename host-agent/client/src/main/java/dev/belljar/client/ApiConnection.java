package dev.belljar.client;

import dev.belljar.contract.host.UserId;
import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import dev.belljar.contract.http.ResponseBody;
import dev.belljar.contract.http.StatusLine;
import dev.belljar.contract.operation.ApiVersion;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request to the host agent on a separate connection to its Unix socket, and the response.
///
/// Java's HTTP client does not support Unix sockets. This class implements the part of HTTP/1.1 that the host
/// agent uses. There is no token: only the
/// socket's owner can open it, and this class checks that the owner is the present user.
final class ApiConnection implements Closeable {
    private static final int BUFFER = 16 << 10;
    private static final byte[] NOTHING = new byte[0];

    private final SocketChannel channel;
    private final Consumer<ApiConnection> closed;
    private final InputStream in;
    private HeaderFields fields = new HeaderFields(List.of());
    private int status;
    private volatile boolean late;

    private ApiConnection(SocketChannel channel, Consumer<ApiConnection> closed) {
        this.channel = channel;
        this.closed = closed;
        this.in = new BufferedInputStream(
                new FilterInputStream(Channels.newInputStream(channel)) {
                    @Override
                    public void close() {
                        ApiConnection.this.close();
                    }
                },
                BUFFER);
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
        head.append(ApiVersion.HEADER).append(": ").append(ApiVersion.CURRENT).append("\r\n");
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

    /// A header field of the response, or an empty string.
    String field(String name) {
        return fields.first(name);
    }

    /// The API version of the host agent that responded.
    int apiVersion() {
        return ApiVersion.of(field(ApiVersion.HEADER));
    }

    /// The body of the response; closing it closes the connection.
    InputStream body() {
        return new ResponseBody(in, fields);
    }

    /// The bytes after the head, for a connection that was upgraded from HTTP.
    InputStream input() {
        return in;
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

    private void readHead() throws IOException {
        try {
            HttpHead head = HttpHead.read(in, HeadLimits.USUAL);
            if (head == null) {
                throw new EOFException("the host agent closed the connection");
            }
            status = StatusLine.of(head).status();
            fields = head.fields();
        } catch (HttpFault e) {
            throw new ProtocolException("the response is not valid HTTP: " + e.words());
        }
    }
}
