package dev.belljar.agent.gateway.network;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.conscrypt.OpenSSLProvider;

/// Real TLS servers on loopback and in memory: Go's (Caddy), OpenSSL's and BoringSSL's (Conscrypt). Each serves
/// all names with one certificate.
final class TlsServers implements AutoCloseable {
    private static final int HANDSHAKE = 22;
    private static final int PATIENCE_MILLIS = 3_000;
    private static final char[] PASSWORD = "test".toCharArray();

    /// A server that takes bytes and returns whether it answered with a handshake.
    interface Server {
        boolean answers(byte[] bytes) throws IOException;
    }

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, Server> servers = new LinkedHashMap<>();

    TlsServers(Path folder, String name) throws Exception {
        this.folder = folder;
        run("openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 -subj /CN=" + name
                + " -addext subjectAltName=DNS:" + name);
        run("openssl pkcs12 -export -inkey key.pem -in certificate.pem -out both.p12 -passout pass:test");
        servers.put("boringssl", this::boringssl);
        int openssl = openssl();
        servers.put("openssl", bytes -> over(openssl, bytes));
        int go = go(name);
        servers.put("go", bytes -> over(go, bytes));
    }

    Map<String, Server> all() {
        return servers;
    }

    private void run(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line.split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(line + ": " + said);
        }
    }

    private BufferedReader begin(String line) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(line.split(" ")).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("XDG_DATA_HOME", folder.toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.toString());
        Process process = builder.start();
        processes.add(process);
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /// Reads the output, so that the server never blocks on it.
    private static void drain(BufferedReader out) {
        Thread.ofVirtual().name("tls-server-words").start(() -> out.lines().forEach(line -> {}));
    }

    private int openssl() throws IOException {
        BufferedReader out = begin("openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -www"
                + " -cipher ALL:@SECLEVEL=0");
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("ACCEPT ")) {
                drain(out);
                return Integer.parseInt(
                        line.substring(line.lastIndexOf(':') + 1).strip());
            }
        }
        throw new IOException("openssl s_server ended");
    }

    private int go(String name) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(folder.resolve("caddy.json"), """
            {"admin": {"disabled": true}, "apps": {
              "tls": {"certificates": {"load_files": [{"certificate": "certificate.pem", "key": "key.pem"}]}},
              "http": {"servers": {"test": {"listen": ["127.0.0.1:%d"], "automatic_https": {"disable": true},
                "tls_connection_policies": [{"default_sni": "%s"}],
                "routes": [{"handle": [{"handler": "static_response", "body": "here"}]}]}}}}}
            """.formatted(port, name));
        drain(begin("caddy run --config caddy.json"));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> listens(port));
        return port;
    }

    private static boolean listens(int port) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean over(int port, byte[] bytes) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] some = new byte[4_096];
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                answer.write(some, 0, n);
            }
        } catch (java.net.SocketException | java.net.SocketTimeoutException e) {
            // The server reset the connection: the bytes before that count.
        }
        return handshake(answer.toByteArray());
    }

    private static boolean handshake(byte[] answer) {
        for (int at = 0; at + 5 <= answer.length; ) {
            if (answer[at] == HANDSHAKE) {
                return true;
            }
            at += 5 + (((answer[at + 3] & 0xff) << 8) | (answer[at + 4] & 0xff));
        }
        return false;
    }

    private boolean boringssl(byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(1 << 17);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        ByteBuffer plain = ByteBuffer.allocate(1 << 17);
        SSLEngine engine = boring();
        try {
            for (int i = 0; i < 10_000; i++) {
                HandshakeStatus status = engine.getHandshakeStatus();
                int before = in.remaining();
                if (status == HandshakeStatus.NEED_WRAP) {
                    engine.wrap(ByteBuffer.allocate(0), out);
                } else if (in.hasRemaining()) {
                    engine.unwrap(in, plain);
                }
                if (status != HandshakeStatus.NEED_WRAP && before == in.remaining()) {
                    break;
                }
            }
        } catch (SSLException e) {
            // The connection ended: the bytes before that count.
        }
        return handshake(java.util.Arrays.copyOf(out.array(), out.position()));
    }

    private SSLEngine boring() throws IOException {
        try (InputStream file = Files.newInputStream(folder.resolve("both.p12"))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, PASSWORD);
            KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
            keys.init(store, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS", new OpenSSLProvider());
            context.init(keys.getKeyManagers(), null, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            engine.beginHandshake();
            return engine;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly().onExit().join();
        }
    }
}
