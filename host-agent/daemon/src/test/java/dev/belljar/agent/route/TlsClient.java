package dev.belljar.agent.route;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// A minimal browser: TLS with validation against one root, requests, WebSockets. Every name resolves to this
/// host.
final class TlsClient {
    private final SSLContext context;
    private final int port;

    /// Trusts the root in this file and nothing else.
    TlsClient(Path root, int port) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(root)) {
            store.setCertificateEntry(
                    "root", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        this.port = port;
    }

    /// The host with its port, as in a `Host` header.
    String authority(String name) {
        return name + ":" + port;
    }

    /// Sends a request and returns the whole response, head and body.
    String get(String name, String path, String... headers) throws IOException {
        try (Socket socket = connect(name)) {
            StringBuilder request = new StringBuilder(
                    "GET " + path + " HTTP/1.1\r\nHost: " + authority(name) + "\r\nConnection: close\r\n");
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// An open WebSocket.
    Talk talk(String name, String... headers) throws IOException {
        Socket socket = connect(name);
        socket.getOutputStream()
                .write(("GET /socket HTTP/1.1\r\nHost: " + authority(name) + "\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nOrigin: https://"
                                + authority(name)
                                + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + String.join(
                                        "",
                                        List.of(headers).stream()
                                                .map(each -> each + "\r\n")
                                                .toList())
                                + "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        InputStream in = new BufferedInputStream(socket.getInputStream());
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int value = in.read();
            if (value < 0) {
                break;
            }
            head.write(value);
        }
        return new Talk(socket, in, head.toString(StandardCharsets.ISO_8859_1));
    }

    /// A WebSocket, or the response if it was refused.
    record Talk(Socket socket, InputStream in, String head) implements AutoCloseable {
        /// Sends a short message and returns the answer.
        String say(String word) throws IOException {
            byte[] text = word.getBytes(StandardCharsets.UTF_8);
            byte[] frame = new byte[6 + text.length];
            frame[0] = (byte) 0x81;
            frame[1] = (byte) (0x80 | text.length);
            System.arraycopy(text, 0, frame, 6, text.length);
            socket.getOutputStream().write(frame);
            in.readNBytes(1);
            int length = in.read();
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Socket connect(String name) throws IOException {
        Socket plain = new Socket("127.0.0.1", port);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, name, port, true);
        socket.setSoTimeout(120_000);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
