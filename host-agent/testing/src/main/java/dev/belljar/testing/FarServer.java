package dev.belljar.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A web server in a network namespace of this host, at a public and a private address.
public final class FarServer implements AutoCloseable {
    public static final String PUBLIC = "11.254.253.2";
    public static final String PRIVATE = "10.254.253.2";
    public static final int PORT = 8080;

    private static final String ANSWER = "far-away-answer";
    /// The server, which prints the first line of each request and answers it.
    private static final String SCRIPT = """
            import http.server, socketserver, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    print(self.connection.getsockname()[0], self.requestline, flush=True)
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(sys.argv[2])))
                    self.end_headers()
                    self.wfile.write(sys.argv[2].encode())
                def log_message(self, *words):
                    pass
            class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
                daemon_threads = True
            server = Server(("0.0.0.0", int(sys.argv[1])), Handler)
            print("serves", flush=True)
            server.serve_forever()
            """;

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final FarNamespace namespace;

    /// Creates the network namespace and starts the server in it.
    public FarServer() throws IOException, InterruptedException {
        namespace = new FarNamespace("s", "11.254.253", "10.254.253");
        boolean serves = false;
        try {
            BufferedReader requests = namespace.serve(SCRIPT, Integer.toString(PORT), ANSWER);
            Thread.ofVirtual().name("far-server").start(() -> listen(requests));
            serves = true;
        } finally {
            if (!serves) {
                namespace.close();
            }
        }
    }

    /// The content of each answer.
    public static String answer() {
        return ANSWER;
    }

    /// Waits for the next request, and returns the address that received it and its first line.
    public String next() throws InterruptedException, IOException {
        String line = said.poll(120, TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException("the far server received no request within 120 s");
        }
        return line;
    }

    /// Returns the number of requests that `next` has not returned yet.
    public int unread() {
        return said.size();
    }

    private void listen(BufferedReader requests) {
        try (requests) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                said.add(line);
            }
        } catch (IOException e) {
            // The server was ended.
        }
    }

    @Override
    public void close() throws IOException {
        namespace.close();
    }
}
