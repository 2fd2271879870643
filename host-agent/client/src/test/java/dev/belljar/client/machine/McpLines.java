package dev.belljar.client.machine;

import dev.belljar.contract.codec.ContractJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// `belljar mcp`, started from the checkout like an MCP client starts it, and the messages to and from it.
final class McpLines implements AutoCloseable {
    private final Process server;
    private final OutputStream in;
    private final BufferedReader out;

    /// Starts a server for these words of the command line, and shakes hands.
    McpLines(Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                AgentUnderTest.home().resolve("installers/belljar").toString(), "mcp");
        builder.command().addAll(List.of(words));
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        server = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        in = server.getOutputStream();
        out = server.inputReader(StandardCharsets.UTF_8);
        request(0, "initialize", """
                {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}""");
        String _ = response(0);
        notice("notifications/initialized", "{}");
    }

    /// Asks to call a tool, without waiting for the response.
    void begin(int id, String tool, Map<String, Object> arguments) throws IOException {
        request(id, "tools/call", ContractJson.line(Map.of("name", tool, "arguments", arguments)));
    }

    /// Calls a tool and returns the line of the response.
    String call(int id, String tool, Map<String, Object> arguments) throws IOException {
        begin(id, tool, arguments);
        return response(id);
    }

    /// Cancels a call.
    void cancel(int id) throws IOException {
        notice("notifications/cancelled", "{\"requestId\":" + id + "}");
    }

    private void request(int id, String method, String parameters) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, parameters));
    }

    private void notice(String method, String parameters) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}".formatted(method, parameters));
    }

    private void send(String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    private String response(int id) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.contains("\"id\":" + id + ",")) {
                return line;
            }
        }
        throw new IOException("the server has ended without a response to " + id);
    }

    /// Ends the input, and waits until the server has ended.
    @Override
    public void close() throws IOException {
        in.close();
        Process _ = server.onExit().orTimeout(1, TimeUnit.MINUTES).join();
    }
}
