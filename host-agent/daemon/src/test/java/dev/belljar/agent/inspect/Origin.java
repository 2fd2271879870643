package dev.belljar.agent.inspect;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A server on this host's loopback that does what the path of a request says: `/echo` answers with the
/// request's head and body, `/pieces` with the same in chunks of three bytes, `/pour/N` with N bytes, `/sum`
/// with the number of bytes in the body, `/close` with a response that ends with the connection, any other path
/// with `ok`. It records every head.
public final class Origin implements AutoCloseable {
    private final ServerSocket server;
    public final List<String> heads = new CopyOnWriteArrayList<>();
    final AtomicLong poured = new AtomicLong();

    /// Starts a server, with TLS if there is a context.
    public Origin(@Nullable SSLContext context) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        server = context == null
                ? new ServerSocket(0, 500, loopback)
                : context.getServerSocketFactory().createServerSocket(0, 500, loopback);
        Thread.ofPlatform().daemon().name("origin").start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().name("origin-connection").start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                heads.add(head);
                byte[] body = body(head, in);
                if (!answer(head, body, out)) {
                    return;
                }
            }
        } catch (IOException e) {
            // The other side closed the connection, as some tests intend.
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                return "";
            }
            text.append((char) c);
        }
        return text.toString();
    }

    private static byte[] body(String head, InputStream in) throws IOException {
        for (String line : head.split("\r\n", -1)) {
            if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length: ")) {
                return in.readNBytes(Integer.parseInt(line.substring(16)));
            }
            if (line.equalsIgnoreCase("transfer-encoding: chunked")) {
                return chunks(in);
            }
        }
        return new byte[0];
    }

    private static byte[] chunks(InputStream in) throws IOException {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(in), 16);
            all.write(in.readNBytes(size));
            line(in);
            if (size == 0) {
                return all.toByteArray();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private boolean answer(String head, byte[] body, OutputStream out) throws IOException {
        String path = head.split(" ", -1)[1];
        byte[] echo = (head + new String(body, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
        if (path.startsWith("/pour/")) {
            pour(Long.parseLong(path.substring(6)), out);
        } else if (path.startsWith("/echo")) {
            plain(echo, out);
        } else if (path.startsWith("/pieces")) {
            pieces(echo, out);
        } else if (path.startsWith("/sum")) {
            plain(Integer.toString(body.length).getBytes(StandardCharsets.US_ASCII), out);
        } else if (path.startsWith("/close")) {
            out.write("HTTP/1.1 200 OK\r\n\r\nto the end".getBytes(StandardCharsets.US_ASCII));
            return false;
        } else {
            plain(new byte[] {'o', 'k'}, out);
        }
        return true;
    }

    private static void plain(byte[] body, OutputStream out) throws IOException {
        String head = "HTTP/1.1 200 OK\r\nX-Origin: yes\r\nContent-Length: " + body.length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    private static void pieces(byte[] body, OutputStream out) throws IOException {
        out.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < body.length; i += 3) {
            int length = Math.min(3, body.length - i);
            out.write((length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(body, i, length);
            out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private void pour(long length, OutputStream out) throws IOException {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        byte[] block = new byte[1 << 16];
        for (long left = length; left > 0; left -= block.length) {
            out.write(block, 0, (int) Math.min(left, block.length));
            poured.addAndGet(Math.min(left, block.length));
        }
        out.flush();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
