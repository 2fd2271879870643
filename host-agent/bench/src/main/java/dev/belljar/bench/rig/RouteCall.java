package dev.belljar.bench.rig;

import dev.belljar.contract.view.network.RouteServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// A connection for a sequence of requests, which may be upgraded to a WebSocket. The host name need not be
/// known to this host's resolver.
public record RouteCall(Socket socket, InputStream in, String host) implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    /// Connects to a sandbox's address.
    public static RouteCall secure(RouteServer server, String name) throws IOException {
        String host = name + ".sandbox.localhost";
        try {
            Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.httpsPort());
            SSLSocket socket = (SSLSocket) trusting(Path.of(Objects.requireNonNull(server.certificate())))
                    .getSocketFactory()
                    .createSocket(plain, host, server.httpsPort(), true);
            socket.startHandshake();
            return of(socket, host + ":" + server.httpsPort());
        } catch (GeneralSecurityException e) {
            throw new IOException("the root certificate for browser addresses cannot be used: " + e.getMessage(), e);
        }
    }

    /// Connects to a port of this host.
    public static RouteCall plain(int port) throws IOException {
        return of(new Socket(InetAddress.getLoopbackAddress(), port), "localhost:" + port);
    }

    private static RouteCall of(Socket socket, String host) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new RouteCall(socket, new BufferedInputStream(socket.getInputStream()), host);
    }

    private static SSLContext trusting(Path root) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(root)) {
            store.setCertificateEntry(
                    "root", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /// Sends one request, whose response has two bytes.
    public void get() throws IOException {
        String head = ask();
        if (!head.startsWith("HTTP/1.1 200") || in.readNBytes(2).length != 2) {
            throw new IOException("unexpected response from the test server: "
                    + head.lines().findFirst().orElse("none"));
        }
    }

    /// Upgrades the connection to a simplified WebSocket.
    public void upgrade() throws IOException {
        String head = ask(
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        if (!head.startsWith("HTTP/1.1 101")) {
            throw new IOException(
                    "the WebSocket upgrade failed: " + head.lines().findFirst().orElse("none"));
        }
    }

    /// Returns whether the connection echoes a byte.
    public boolean echoes() {
        try {
            socket.getOutputStream().write('?');
            return in.read() == '!';
        } catch (IOException e) {
            return false;
        }
    }

    private String ask(String... more) throws IOException {
        StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: " + host + "\r\n");
        for (String header : more) {
            request.append(header).append("\r\n");
        }
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        for (int value = in.read(); value >= 0; value = in.read()) {
            head.append((char) value);
            if (head.length() > 3 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
                return head.toString();
            }
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
