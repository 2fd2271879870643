package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A server in a network namespace of this host, at an address that is neither used on the internet nor the
/// host's own, so that a gateway treats it like a remote server.
public final class NetPeer implements AutoCloseable {
    public static final String ADDRESS = "11.254.254.2";

    private static final String NEAR = "11.254.254.1/30";
    private static final int PATIENCE_SECONDS = 30;

    private final String namespace;
    private final Process server;
    private final Map<String, BlockingQueue<String>> said = new ConcurrentHashMap<>();

    private NetPeer(String namespace, Process server) {
        this.namespace = namespace;
        this.server = server;
    }

    /// Returns whether the server is possible, which needs root and `ip`.
    public static boolean possible() {
        return System.getProperty("user.name").equals("root") && HostCommand.present("ip");
    }

    public static NetPeer open() throws AgentException, IOException, InterruptedException {
        String namespace = "bj-bench-" + ProcessHandle.current().pid();
        String near = "bjb" + ProcessHandle.current().pid();
        HostCommand.run(List.of("ip", "netns", "add", namespace));
        try {
            ip("link", "add", near, "type", "veth", "peer", "name", "peer", "netns", namespace);
            ip("addr", "add", NEAR, "dev", near);
            ip("link", "set", near, "up");
            ip("-n", namespace, "addr", "add", ADDRESS + "/30", "dev", "peer");
            ip("-n", namespace, "link", "set", "peer", "up");
            NetPeer peer = new NetPeer(namespace, serve(namespace));
            Thread.ofVirtual().name("bench-server").start(peer::listen);
            return peer;
        } catch (AgentException | IOException | InterruptedException e) {
            ip("netns", "del", namespace);
            throw e;
        }
    }

    private static void ip(String... words) throws AgentException, IOException, InterruptedException {
        HostCommand.run(Stream.concat(Stream.of("ip"), Stream.of(words)).toList());
    }

    private static Process serve(String namespace) throws IOException {
        String java = ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return new ProcessBuilder(
                        "ip",
                        "netns",
                        "exec",
                        namespace,
                        java,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NetServer.class.getName(),
                        ADDRESS)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void listen() {
        try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ", 2);
                queue(parts[0]).add(parts.length > 1 ? parts[1] : "");
            }
        } catch (IOException e) {
            // The server was ended.
        }
    }

    private BlockingQueue<String> queue(String word) {
        return said.computeIfAbsent(word, _ -> new LinkedBlockingQueue<>());
    }

    /// Returns the server's port; must be called once.
    public int port() throws AgentException, InterruptedException {
        return Integer.parseInt(next("port", PATIENCE_SECONDS));
    }

    /// Returns the server's next output line that begins with this word.
    public String next(String word, int seconds) throws AgentException, InterruptedException {
        String line = queue(word).poll(seconds, TimeUnit.SECONDS);
        if (line == null) {
            throw BenchMachine.failed("the test server did not report “%s” within %d s".formatted(word, seconds));
        }
        return line;
    }

    @Override
    public void close() {
        server.destroyForcibly();
        try {
            server.waitFor();
            ip("netns", "del", namespace);
        } catch (AgentException | IOException e) {
            System.err.println(
                    "bench: the network namespace " + namespace + " could not be removed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
