package dev.belljar.agent.route;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;

/// A server that returns the request it received, sets a cookie, and echoes WebSocket frames.
final class DevServer implements AutoCloseable {
    /// A page that reports the site data it finds, stores a word, and reloads itself.
    private static final String PAGE = """
            <script>
            const cookie = document.cookie.split('; ').filter(c => c.startsWith('word=')).join();
            fetch('/seen?' + localStorage.getItem('word') + ';' + cookie).then(() => {
              localStorage.setItem('word', 'kept');
              document.cookie = 'word=kept; path=/';
              setTimeout(() => location.reload(), 500);
            });
            </script>
            """;

    private final ServerSocket server;
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    private DevServer(ServerSocket server) {
        this.server = server;
    }

    static DevServer start() throws IOException {
        DevServer dev = new DevServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(dev::accept);
        return dev;
    }

    /// The reports of its page, each `/seen?STORED;COOKIE`.
    BlockingQueue<String> seen() {
        return seen;
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            String head = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))
                    .lines()
                    .takeWhile(line -> !line.isEmpty())
                    .collect(Collectors.joining("\n"));
            if (head.toLowerCase(java.util.Locale.ROOT).contains("upgrade: websocket")) {
                String domain = head.contains("domain=") ? ";\tDOMAIN = sandbox.localhost" : "";
                echo(in, socket.getOutputStream(), domain);
                return;
            }
            if (head.startsWith("GET /seen")) {
                seen.add(head.split(" ")[1]);
            }
            boolean page = head.startsWith("GET /page");
            byte[] body = (page ? PAGE : head).getBytes(StandardCharsets.UTF_8);
            String location = head.startsWith("GET /moved") ? "Location: http://localhost:3000/there\r\n" : "";
            socket.getOutputStream()
                    .write(("HTTP/1.1 " + (location.isEmpty() ? "200 OK" : "302 Found") + "\r\n" + location
                                    + (head.startsWith("GET /clear") ? "Clear-Site-Data: \"*\"\r\nKept: yes\r\n" : "")
                                    + (page ? "Content-Type: text/html\r\n" : "")
                                    + "Set-Cookie: id=1; Domain=sandbox.localhost; Path=/\r\n"
                                    + "Set-Cookie: more=1; Path=/;\tDOMAIN = sandbox.localhost\r\n"
                                    + "Content-Length: " + body.length + "\r\nConnection: close\r\n\r\n"
                                    + new String(body, StandardCharsets.UTF_8))
                            .getBytes(StandardCharsets.UTF_8));
        } catch (IOException | UncheckedIOException e) {
            // The other side closed the connection.
        }
    }

    private static void echo(InputStream in, OutputStream out, String domain) throws IOException {
        String head = """
                HTTP/1.1 101 Switching Protocols
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
                Set-Cookie: talk=1; Path=/
                Set-Cookie: more=1; Path=/%s

                """.formatted(domain);
        out.write(head.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        while (in.read() >= 0) {
            int length = in.read() & 0x7F;
            byte[] mask = in.readNBytes(4);
            byte[] text = in.readNBytes(length);
            for (int i = 0; i < text.length; i++) {
                text[i] ^= mask[i % 4];
            }
            out.write(0x81);
            out.write(length);
            out.write(text);
            out.flush();
        }
    }
}
