package dev.belljar.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// A server with the interface of a model for coding agents, which answers each task with scripted calls of tools,
/// one after the other, and then with a closing sentence.
public final class ModelServer implements AutoCloseable {
    private static final String END = """
            {"type":"message","role":"assistant","stop_reason":"end_turn",
             "content":[{"type":"text","text":"The task is done."}]}
            """;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, List<String>> tasks = new ConcurrentHashMap<>();
    private final HttpServer server;

    /// Starts the server at this address, at a port that was free.
    public ModelServer(InetAddress address) throws IOException {
        server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        server.createContext("/v1/messages", this::answer);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /// The agent's requests so far.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /// The program of a coding agent, in Python, whose arguments are the address of this server and a task.
    public static String codingAgent() throws IOException {
        try (InputStream program = ModelServer.class.getResourceAsStream("coding_agent.py")) {
            if (program == null) {
                throw new IOException("coding_agent.py is not among the resources of this package");
            }
            return new String(program.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Answers a task, which occurs in its first message, with these calls.
    public void script(String task, String... calls) {
        tasks.put(task, List.of(calls));
    }

    /// A call that writes a file.
    public static String write(String path, String text) {
        return call("write", Map.of("path", path, "text", text));
    }

    /// A call that runs a command.
    public static String bash(String command) {
        return call("bash", Map.of("command", command));
    }

    private static String call(String tool, Map<String, String> input) {
        String fields = input.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ":" + quoted(field.getValue()))
                .collect(Collectors.joining(","));
        return """
            {"type":"tool_use","id":"call-1","name":%s,"input":{%s}}""".formatted(quoted(tool), fields);
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + "\"";
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
