package dev.belljar.client.machine;

import dev.belljar.testing.FarNamespace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/// The server of Debian's packages at a public address in a network namespace of this host: bytes are passed on
/// to the real server, so that apt in a machine checks real signatures, and the gateway sees an ordinary remote
/// address wherever this host finds the real one.
final class FarMirror implements AutoCloseable {
    static final String NAME = "deb.debian.org";
    static final String ADDRESS = "11.254.251.2";

    private static final String NEAR = "11.254.251.1";
    private static final int PORT = 80;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /// Passes bytes on to the address and the port in its arguments. What cannot be passed on is closed: apt tries
    /// again.
    private static final String SCRIPT = """
            import socket, sys, threading
            def pump(one, other):
                try:
                    while True:
                        some = one.recv(65536)
                        if not some:
                            break
                        other.sendall(some)
                    other.shutdown(socket.SHUT_WR)
                except OSError:
                    one.close()
                    other.close()
            listening = socket.create_server(("0.0.0.0", 80), backlog=100)
            print("serves", flush=True)
            while True:
                one, _ = listening.accept()
                try:
                    other = socket.create_connection((sys.argv[1], int(sys.argv[2])))
                except OSError as e:
                    print("not passed on:", e, file=sys.stderr, flush=True)
                    one.close()
                    continue
                threading.Thread(target=pump, args=(one, other), daemon=True).start()
                threading.Thread(target=pump, args=(other, one), daemon=True).start()
            """;

    private final FarNamespace namespace = new FarNamespace("m", "11.254.251");
    private final ServerSocket near = new ServerSocket();

    FarMirror() throws IOException, InterruptedException {
        boolean serves = false;
        try {
            near.bind(new InetSocketAddress(NEAR, 0), 100);
            Thread.ofVirtual().name("far-mirror").start(this::accept);
            BufferedReader _ = namespace.serve(SCRIPT, NEAR, "" + near.getLocalPort());
            serves = true;
        } finally {
            if (!serves) {
                close();
            }
        }
    }

    /// Returns whether the real server can be reached from this host.
    static boolean reaches() {
        try (Socket socket = connected()) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getByName(NAME), PORT), (int) PATIENCE.toMillis());
        return socket;
    }

    private void accept() {
        while (!near.isClosed()) {
            try {
                passOn(near.accept());
            } catch (IOException e) {
                // It was closed.
            }
        }
    }

    private static void passOn(Socket one) {
        try {
            Socket other = connected();
            Thread.ofVirtual().name("far-mirror-up").start(() -> pump(one, other));
            Thread.ofVirtual().name("far-mirror-down").start(() -> pump(other, one));
        } catch (IOException e) {
            // The real server did not answer this time; apt tries again.
            close(one);
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is broken already.
        }
    }

    @Override
    public void close() throws IOException {
        near.close();
        namespace.close();
    }
}
