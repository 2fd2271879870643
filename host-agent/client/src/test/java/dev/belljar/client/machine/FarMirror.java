package dev.belljar.client.machine;

import dev.belljar.testing.FarServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// The server of Debian's packages at a public address in a network namespace of this host: bytes are passed on
/// to the real server, so that apt in a machine checks real signatures, and the gateway sees an ordinary remote
/// address wherever this host finds the real one.
final class FarMirror implements AutoCloseable {
    static final String NAME = "deb.debian.org";
    static final String ADDRESS = "11.254.252.2";

    private static final String NEAR = "11.254.252.1";
    private static final int PORT = 80;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SCRIPT = """
            import os, socket, sys, threading
            def watch():
                sys.stdin.read()
                os._exit(0)
            threading.Thread(target=watch, daemon=True).start()
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
                other = socket.create_connection((sys.argv[1], int(sys.argv[2])))
                threading.Thread(target=pump, args=(one, other), daemon=True).start()
                threading.Thread(target=pump, args=(other, one), daemon=True).start()
            """;

    private final String namespace = "bj-mirror-" + ProcessHandle.current().pid();
    private final ServerSocket near;
    private final Process relay;

    FarMirror() throws IOException, InterruptedException {
        String link = FarServer.NEAR + "m" + ProcessHandle.current().pid();
        run("ip", "netns", "add", namespace);
        try {
            run("ip", "link", "add", link, "type", "veth", "peer", "name", "peer", "netns", namespace);
            run("ip", "addr", "add", NEAR + "/30", "dev", link);
            run("ip", "link", "set", link, "up");
            run("ip", "-n", namespace, "addr", "add", ADDRESS + "/30", "dev", "peer");
            run("ip", "-n", namespace, "link", "set", "peer", "up");
            near = new ServerSocket();
            near.bind(new InetSocketAddress(NEAR, 0), 100);
            Thread.ofVirtual().name("far-mirror").start(this::accept);
            relay = new ProcessBuilder(
                            "ip", "netns", "exec", namespace, "python3", "-c", SCRIPT, NEAR, "" + near.getLocalPort())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String begun = relay.inputReader(StandardCharsets.UTF_8).readLine();
            if (!"serves".equals(begun)) {
                throw new IOException("the mirror does not serve");
            }
        } catch (IOException | InterruptedException e) {
            run("ip", "netns", "del", namespace);
            throw e;
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
                Socket one = near.accept();
                Socket other = connected();
                Thread.ofVirtual().name("far-mirror-up").start(() -> pump(one, other));
                Thread.ofVirtual().name("far-mirror-down").start(() -> pump(other, one));
            } catch (IOException e) {
                // It was closed, or the real server did not answer this time; apt tries again.
            }
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

    private static void run(String... words) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(List.of(words)).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + ": " + output.strip());
        }
    }

    @Override
    public void close() throws IOException {
        near.close();
        relay.destroyForcibly();
        try {
            relay.waitFor();
            run("ip", "netns", "del", namespace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the namespace " + namespace + " was not deleted", e);
        }
    }
}
