package dev.belljar.client.machine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belljar.contract.codec.ContractJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server with the interface of a model for coding agents, which answers each task with scripted calls of tools,
/// one after the other, and then with a closing sentence.
final class ModelServer implements AutoCloseable {
    private static final String END = """
            {"type":"message","role":"assistant","stop_reason":"end_turn",
             "content":[{"type":"text","text":"The task is done."}]}
            """;

    /// The requests of the agent.
    final List<String> requests = new CopyOnWriteArrayList<>();

    private final Map<String, List<String>> tasks = new ConcurrentHashMap<>();
    private final HttpServer server;

    ModelServer(InetAddress address) throws IOException {
        server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        server.createContext("/v1/messages", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// Answers a task, which occurs in its first message, with these calls.
    void script(String task, String... calls) {
        tasks.put(task, List.of(calls));
    }

    /// A call that writes a file.
    static String write(String path, String text) {
        return call("write", Map.of("path", path, "text", text));
    }

    /// A call that runs a command.
    static String bash(String command) {
        return call("bash", Map.of("command", command));
    }

    private static String call(String tool, Map<String, String> input) {
        return ContractJson.line(Map.of("type", "tool_use", "id", "call-1", "name", tool, "input", input));
    }

    private static String step(String call) {
        return """
            {"type":"message","role":"assistant","stop_reason":"tool_use",
             "content":[{"type":"text","text":"Next step."},%s]}
            """.formatted(call);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(request);
        int steps = request.split("\"tool_result\"", -1).length - 1;
        List<String> calls = tasks.entrySet().stream()
                .filter(task -> request.contains(task.getKey()))
                .findFirst()
                .orElseThrow(() -> new IOException("no script for " + request))
                .getValue();
        byte[] body = (steps < calls.size() ? step(calls.get(steps)) : END).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
