package dev.belljar.mcp.transport;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/// One JSON-RPC message on each line, as MCP defines for standard input and output.
///
/// The transport of the SDK reads such lines too, but it ignores `notifications/cancelled`, so that a command would
/// keep running in a sandbox after the client gave up on it; and it ends at the first line that is not a message.
/// Here, each request can be cancelled: the thread that works on it is interrupted, and no response is sent.
public final class LineTransport implements McpServerTransportProvider {
    /// A request contains at most the arguments of a tool.
    static final int LONGEST = 4 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(LineTransport.class);
    private static final String CANCELLED = "notifications/cancelled";
    private static final String NOT_A_MESSAGE =
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"expected one JSON-RPC message of"
                    + " at most 4 MiB on a line\"}}";
    /// A client that closes its output at once may still want the responses.
    private static final Duration LAST_RESPONSES = Duration.ofSeconds(2);
    private static final long LOOK_MILLIS = 20;

    private final McpJsonMapper json;
    private final MessageLineReader lines;
    private final OutputStream out;
    private final Object writing = new Object();
    private final Map<Object, Disposable.Swap> running = new ConcurrentHashMap<>();
    private @Nullable McpServerSession session;

    /// A transport that reads messages from `in` and writes messages to `out`.
    public LineTransport(McpJsonMapper json, InputStream in, OutputStream out) {
        this.json = json;
        this.lines = new MessageLineReader(in, LONGEST);
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(new SessionTransport());
    }

    /// Handles messages until the input ends; then cancels the requests that have not ended soon after.
    ///
    /// @throws IOException if the input cannot be read
    public void serve() throws IOException, InterruptedException {
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    received(line);
                }
            }
            long end = System.nanoTime() + LAST_RESPONSES.toNanos();
            while (!running.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(LOOK_MILLIS);
            }
        } finally {
            running.values().forEach(Disposable::dispose);
        }
    }

    private void received(String line) throws IOException {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, line);
        } catch (IOException | RuntimeException e) {
            LOG.debug("not a message", e);
            write(NOT_A_MESSAGE);
            return;
        }
        switch (message) {
            case JSONRPCRequest request -> start(request);
            case JSONRPCNotification said when said.method().equals(CANCELLED) -> cancel(said.params());
            default -> {
                Disposable _ = handled(message).subscribe();
            }
        }
    }

    private void start(JSONRPCRequest request) {
        Disposable.Swap work = Disposables.swap();
        running.put(request.id(), work);
        boolean _ = work.update(handled(request)
                .doFinally(_ -> running.remove(request.id(), work))
                .subscribe());
    }

    private Mono<Void> handled(JSONRPCMessage message) {
        return Objects.requireNonNull(session, "set first").handle(message).onErrorResume(e -> {
            LOG.debug("a message was not handled", e);
            return Mono.empty();
        });
    }

    private void cancel(@Nullable Object parameters) {
        Object id = parameters instanceof Map<?, ?> given ? given.get("requestId") : null;
        Disposable.Swap work = id == null ? null : running.remove(id);
        if (work != null) {
            work.dispose();
        }
    }

    private void write(String message) throws IOException {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (writing) {
            out.write(line);
            out.flush();
        }
    }

    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        McpServerSession one = session;
        return one == null ? Mono.empty() : one.sendNotification(method, parameters);
    }

    @Override
    public Mono<Void> notifyClient(String id, String method, Object parameters) {
        return notifyClients(method, parameters);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    /// What the SDK's session sends on.
    private final class SessionTransport implements McpServerTransport {
        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                try {
                    write(json.writeValueAsString(message));
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
