package dev.belljar.bench.rig;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// The server for network benchmarks, a separate program because it runs in a network namespace.
///
/// The first byte of a connection selects the operation: `U` receives bytes to the end and answers with their
/// number, `D` and a number sends that many bytes, `E` echoes every byte, `C` closes the connection, `T`
/// prints its time of arrival, `R` prints a line.
public final class NetServer {
    private static final int CHUNK = 1 << 16;
    private static final int BACKLOG = 1_024;

    private NetServer() {}

    /// Serves at the given address and port until it is terminated. It prints `port N` first, then `came
    /// NANOS` and `result LINE` as they arrive; nanoseconds are those of this host's monotonic clock.
    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.getByName(args[0]), 0), BACKLOG);
            say("port " + server.getLocalPort());
            while (true) {
                Socket one = server.accept();
                Thread.ofVirtual().name("connection").start(() -> serve(one));
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), CHUNK);
            OutputStream out = socket.getOutputStream();
            switch (in.read()) {
                case 'U' -> new DataOutputStream(out).writeLong(in.transferTo(OutputStream.nullOutputStream()));
                case 'D' -> send(new DataInputStream(in).readLong(), out);
                case 'E' -> echo(in, out);
                case 'T' -> say("came " + System.nanoTime());
                case 'R' -> say("result " + new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
                default -> {
                    // The client closed the connection.
                }
            }
        } catch (IOException e) {
            // The machine closed the connection; it has its result.
        }
    }

    private static void send(long bytes, OutputStream out) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long left = bytes; left > 0; left -= Math.min(left, CHUNK)) {
            out.write(chunk, 0, (int) Math.min(left, CHUNK));
        }
    }

    private static void echo(InputStream in, OutputStream out) throws IOException {
        for (int value = in.read(); value >= 0; value = in.read()) {
            out.write(value);
        }
    }

    // Synchronized, so that lines are not interleaved.
    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
