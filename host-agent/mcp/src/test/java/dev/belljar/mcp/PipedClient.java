package dev.belljar.mcp;

import dev.belljar.mcp.access.ReachableSandboxes;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/// A client of the SDK that is connected to a server in the same process. The connection is a socket, because the
/// pipes of Java end with the thread that wrote last.
final class PipedClient implements AutoCloseable {
    private final Socket here;
    private final CompletableFuture<Void> serving;
    private final McpSyncClient client;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<ProgressNotification> progress = new CopyOnWriteArrayList<>();

    private PipedClient(Socket here, CompletableFuture<Void> serving) throws IOException {
        this.here = here;
        this.serving = serving;
        this.client = McpClient.sync(new LineClient(here.getInputStream(), here.getOutputStream(), received))
                .requestTimeout(Duration.ofMinutes(1))
                .progressConsumer(progress::add)
                .build();
    }

    /// Serves sandboxes of this host agent, and connects to the server.
    static PipedClient of(FakeAgent agent, ReachableSandboxes reachable, boolean readOnly) throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket here = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket there = listening.accept();
            CompletableFuture<Void> serving = new CompletableFuture<>();
            Thread _ = Thread.ofPlatform().name("mcp server").start(() -> {
                try {
                    serve(agent, reachable, readOnly, there);
                    serving.complete(null);
                } catch (IOException | InterruptedException | RuntimeException e) {
                    serving.completeExceptionally(e);
                }
            });
            return new PipedClient(here, serving);
        }
    }

    private static void serve(FakeAgent agent, ReachableSandboxes reachable, boolean readOnly, Socket there)
            throws IOException, InterruptedException {
        try (there) {
            new McpService(agent, reachable, readOnly).serve(there.getInputStream(), there.getOutputStream());
        }
    }

    /// The client after the handshake.
    McpSyncClient initialized() {
        client.initialize();
        return client;
    }

    /// The lines that the server has written.
    List<String> received() {
        return received;
    }

    List<ProgressNotification> progress() {
        return progress;
    }

    /// Sends a line as it is.
    void send(String line) throws IOException {
        here.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// Ends the server's input, and waits until the server has ended.
    @Override
    public void close() throws IOException {
        if (here.isClosed()) {
            return;
        }
        here.shutdownOutput();
        serving.join();
        client.close();
        here.close();
    }

    /// The client's side of the protocol: one message on each line.
    private record LineClient(InputStream in, OutputStream out, List<String> received, McpJsonMapper json)
            implements McpClientTransport {
        LineClient(InputStream in, OutputStream out, List<String> received) {
            this(in, out, received, McpJsonDefaults.getMapper());
        }

        @Override
        public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
            return Mono.fromRunnable(() -> Thread.ofVirtual().name("mcp client").start(() -> {
                try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        received.add(line);
                        if (!line.contains("\"id\":null")) {
                            handler.apply(Mono.just(McpSchema.deserializeJsonRpcMessage(json, line)))
                                    .subscribe();
                        }
                    }
                } catch (IOException e) {
                    // The connection was closed.
                }
            }));
        }

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                try {
                    out.write((json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
