package dev.belljar.agent.gateway.network;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/// A server on this host's loopback that does what the first line of a connection says: `up` reads to the end
/// and answers with the SHA-256, `down N` sends N bytes and closes, `echo` sends back what it gets, `slow` reads
/// a little at a time and answers as `up` does; `sink` and `pour N` are `up` and `down` without checking the
/// bytes.
final class LoopbackServer implements AutoCloseable {
    private final ServerSocket server;
    final AtomicLong received = new AtomicLong();

    LoopbackServer() throws IOException {
        server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        Thread.ofVirtual().name("loopback-server").start(this::serve);
    }

    int port() {
        return server.getLocalPort();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().name("loopback-connection").start(() -> connection(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void connection(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String[] words = line(in).split(" ", -1);
            OutputStream out = socket.getOutputStream();
            switch (words[0]) {
                case "up" -> out.write(digest(in, 0));
                case "slow" -> out.write(digest(in, 2));
                case "sink" -> out.write(sink(in));
                case "pour" -> pour(out, Long.parseLong(words[1]));
                case "echo" -> in.transferTo(out);
                case "down" -> out.write(pattern(Integer.parseInt(words[1])));
                default -> out.write("what?\n".getBytes(StandardCharsets.US_ASCII));
            }
            out.flush();
        } catch (IOException e) {
            // The other side closed the connection, as some tests intend.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] sink(InputStream in) throws IOException {
        byte[] buffer = new byte[1 << 18];
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            received.addAndGet(got);
        }
        return new byte[] {'o', 'k'};
    }

    private static void pour(OutputStream out, long length) throws IOException {
        byte[] block = new byte[1 << 18];
        for (long left = length; left > 0; left -= block.length) {
            out.write(block, 0, (int) Math.min(left, block.length));
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    private byte[] digest(InputStream in, long pauseMillis) throws IOException, InterruptedException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[1 << 16];
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            digest.update(buffer, 0, got);
            received.addAndGet(got);
            Thread.sleep(pauseMillis);
        }
        return HexFormat.of().formatHex(digest.digest()).getBytes(StandardCharsets.US_ASCII);
    }

    /// The bytes sent for `down`.
    static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8) * 7 + (i >> 16));
        }
        return bytes;
    }

    static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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
