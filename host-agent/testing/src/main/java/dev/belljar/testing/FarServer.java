package dev.belljar.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A web server in a network namespace of this host, at a public and a private address that are not the
/// host's own. A gateway treats it like a remote server, and no packet leaves the host.
public final class FarServer implements AutoCloseable {
    /// The prefix of the name of this server's network interface on the host, which exists only while the server runs.
    public static final String NEAR = "bjf";

    public static final String PUBLIC = "11.254.253.2";
    public static final String PRIVATE = "10.254.253.2";
    public static final int PORT = 8080;

    private static final String ANSWER = "far-away-answer";
    /// The server, which prints the first line of each request and answers it. It exits when its input ends, even if
    /// the test was killed: a server that runs keeps its namespace, and with it the address.
    private static final String SCRIPT = """
            import http.server, os, socketserver, sys, threading
            def watch():
                sys.stdin.read()
                os._exit(0)
            threading.Thread(target=watch, daemon=True).start()
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

    private static final String NAMESPACE = "bj-far-";

    private final String namespace = NAMESPACE + ProcessHandle.current().pid();
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Process server;

    /// Creates the network namespace and starts the server in it.
    public FarServer() throws IOException, InterruptedException {
        removeLeftovers();
        String near = NEAR + ProcessHandle.current().pid();
        run("ip", "netns", "add", namespace);
        try {
            run("ip", "link", "add", near, "type", "veth", "peer", "name", "peer", "netns", namespace);
            run("ip", "addr", "add", "11.254.253.1/30", "dev", near);
            run("ip", "addr", "add", "10.254.253.1/30", "dev", near);
            run("ip", "link", "set", near, "up");
            run("ip", "-n", namespace, "addr", "add", PUBLIC + "/30", "dev", "peer");
            run("ip", "-n", namespace, "addr", "add", PRIVATE + "/30", "dev", "peer");
            run("ip", "-n", namespace, "link", "set", "peer", "up");
            server = new ProcessBuilder(
                            "ip", "netns", "exec", namespace, "python3", "-c", SCRIPT, Integer.toString(PORT), ANSWER)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread.ofVirtual().name("far-server").start(this::listen);
            next();
        } catch (IOException | InterruptedException e) {
            run("ip", "netns", "del", namespace);
            throw e;
        }
    }

    /// Returns whether the server is possible, which needs root and `ip`.
    public static boolean possible() {
        return "root".equals(System.getProperty("user.name"));
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

    /// Deletes the namespaces of tests that were killed, and ends their servers: with two servers at the same address,
    /// packets are routed to the first one.
    private static void removeLeftovers() throws IOException, InterruptedException {
        for (String line : run("ip", "netns", "list").lines().toList()) {
            String name = line.split(" ", 2)[0];
            if (name.startsWith(NAMESPACE) && !tests(name.substring(NAMESPACE.length()))) {
                for (String left : run("ip", "netns", "pids", name).lines().toList()) {
                    ProcessHandle.of(Long.parseLong(left.strip())).ifPresent(ProcessHandle::destroyForcibly);
                }
                run("ip", "netns", "del", name);
            }
        }
    }

    /// Whether this process can be a test: another program may have the number of a test that was killed.
    private static boolean tests(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("java"))
                .isPresent();
    }

    private void listen() {
        try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
        } catch (IOException e) {
            // The server was ended.
        }
    }

    private static String run(String... words) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of(words));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", argv) + ": " + output.strip());
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        server.destroyForcibly();
        try {
            server.waitFor();
            run("ip", "netns", "del", namespace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the far server's namespace " + namespace + " was not deleted", e);
        }
    }
}
