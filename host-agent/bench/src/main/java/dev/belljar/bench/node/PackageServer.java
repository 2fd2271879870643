package dev.belljar.bench.node;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.contract.text.HostServiceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A web server for the files of a folder, on a port of this host's loopback: a guest needs a rule for this service of
/// the host, and no other network.
public final class PackageServer implements AutoCloseable {
    private static final int BACKLOG = 200;

    private final ServerSocket listening = new ServerSocket();
    private final Path folder;

    private PackageServer(Path folder) throws IOException {
        this.folder = folder;
    }

    /// Serves a new folder, which is deleted at the end.
    public static PackageServer open() throws IOException {
        PackageServer server = new PackageServer(Files.createTempDirectory("belljar-bench"));
        server.listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        Thread.ofVirtual().name("bench-packages").start(server::accept);
        return server;
    }

    /// The folder that is served.
    public Path folder() {
        return folder;
    }

    /// The port on the loopback.
    public int port() {
        return listening.getLocalPort();
    }

    /// What a rule for guests allows.
    public String destination() {
        return HostServiceText.NAME + ":" + port();
    }

    /// The URL of the folder for guests.
    public String url() {
        return "http://" + destination() + "/";
    }

    private void accept() {
        try {
            while (true) {
                Socket one = listening.accept();
                Thread.ofVirtual().name("bench-package").start(() -> answer(one));
            }
        } catch (IOException e) {
            // The server was closed.
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            BufferedReader request =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String[] words = String.valueOf(request.readLine()).split(" ");
            for (String line = request.readLine(); line != null && !line.isEmpty(); line = request.readLine()) {
                // The fields of the request do not matter.
            }
            Path file = folder.resolve(words.length > 1 ? words[1].substring(1) : "")
                    .normalize();
            boolean found = words[0].equals("GET") && file.startsWith(folder) && Files.isRegularFile(file);
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                    .formatted(found ? "200 OK" : "404 Not Found", found ? Files.size(file) : 0)
                    .getBytes(StandardCharsets.US_ASCII));
            if (found) {
                Files.copy(file, out);
            }
        } catch (IOException e) {
            // The guest closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        BenchMachine.removeAll(folder);
    }
}
