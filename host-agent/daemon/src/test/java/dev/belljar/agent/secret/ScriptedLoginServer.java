package dev.belljar.agent.secret;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An OAuth 2.0 token endpoint on loopback that accepts each refresh token once, as servers with rotation do.
public final class ScriptedLoginServer implements AutoCloseable {
    private static final int FIRST = 1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
    private int issued = FIRST;
    private volatile long lasts = 3600;
    private volatile String reply = "";
    private volatile int status = 200;

    private ScriptedLoginServer(HttpServer server) {
        this.server = server;
    }

    /// Starts a server.
    public static ScriptedLoginServer start() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ScriptedLoginServer server = new ScriptedLoginServer(http);
        http.createContext("/token", server::answer);
        http.setExecutor(server.threads);
        http.start();
        return server;
    }

    /// The server as a secret names it.
    public LoginServer described() {
        return new LoginServer(url(), "the-client");
    }

    /// The URL of the token endpoint.
    public String url() {
        return "http://127.0.0.1:%d/token".formatted(server.getAddress().getPort());
    }

    /// Lets tokens last this many seconds.
    public void lasting(long seconds) {
        lasts = seconds;
    }

    /// Answers with this status and body from now on.
    public void answers(int newStatus, String body) {
        status = newStatus;
        reply = body;
    }

    /// The forms that were sent.
    public List<Map<String, String>> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> form = new HashMap<>();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        for (String pair : body.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        requests.add(form);
        Answer made = reply.isEmpty() ? tokens(form) : new Answer(status, reply);
        byte[] bytes = made.body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(made.status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private record Answer(int status, String body) {}

    private synchronized Answer tokens(Map<String, String> form) {
        String expected = "refresh-" + issued;
        boolean good =
                "authorization_code".equals(form.get("grant_type")) || expected.equals(form.get("refresh_token"));
        if (!good) {
            return new Answer(400, "{\"error\":\"invalid_grant\",\"error_description\":\"used before\"}");
        }
        issued++;
        return new Answer(
                200,
                "{\"access_token\":\"access-%d\",\"refresh_token\":\"refresh-%d\",\"expires_in\":%d}"
                        .formatted(issued, issued, lasts));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
