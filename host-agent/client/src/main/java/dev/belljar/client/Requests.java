package dev.belljar.client;

import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Sends requests to one host agent and turns what comes back into values or problems.
final class Requests {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /// A sync of a large project or a destroy that saves its work may take minutes under emulation.
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .sslContext(believesNobody())
            .build();
    private final AgentPlace.Address address;

    Requests(AgentPlace.Address address) {
        this.address = address;
    }

    /// The API is plain HTTP on this host. To read whom the world believes costs a command a tenth of a second.
    private static SSLContext believesNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    HttpClient http() {
        return http;
    }

    String authorization() {
        return "Bearer " + address.token();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + address.port() + path);
    }

    URI socketUri(String path) {
        return URI.create("ws://127.0.0.1:" + address.port() + path);
    }

    <T> T get(String path, Class<T> type) throws AgentException, InterruptedException {
        return read(send("GET", path, null), type);
    }

    <T> List<T> list(String path, Class<T> element) throws AgentException, InterruptedException {
        return readList(send("GET", path, null), element);
    }

    <T> List<T> postForList(String path, Object body, Class<T> element) throws AgentException, InterruptedException {
        return readList(send("POST", path, body), element);
    }

    <T> T post(String path, @Nullable Object body, Class<T> type) throws AgentException, InterruptedException {
        return read(send("POST", path, body), type);
    }

    <T> T put(String path, Object body, Class<T> type) throws AgentException, InterruptedException {
        return read(send("PUT", path, body), type);
    }

    <T> T delete(String path, Class<T> type) throws AgentException, InterruptedException {
        return read(send("DELETE", path, null), type);
    }

    String send(String method, String path, @Nullable Object body) throws AgentException, InterruptedException {
        HttpRequest.BodyPublisher publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(Json.line(body));
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .timeout(PATIENCE)
                .header("Authorization", authorization())
                .header("Content-Type", "application/json")
                .method(method, publisher)
                .build();
        try {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (response.statusCode() >= 400) {
                throw new AgentException(problem(response.statusCode(), response.body()), null);
            }
            return response.body();
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    static String encode(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static AgentException unreachable(Throwable cause) {
        return new AgentException(
                Problem.of(
                        ProblemCode.UNAVAILABLE,
                        "host agent unavailable",
                        "the host agent does not answer: " + cause,
                        "`belljar doctor` starts it and says what is wrong."),
                cause);
    }

    static Problem problem(int status, String body) {
        try {
            Problem read = Json.read(body, Problem.class);
            if (read.code() != null && read.detail() != null) {
                return new Problem(read.type(), read.title(), status, read.detail(), read.code(), read.hint());
            }
        } catch (JsonFault e) {
            // Not a problem document; the status is all there is to tell.
        }
        return Problem.of(
                new ProblemCode("agent.refused", status),
                "refused",
                "the host agent answered with status " + status,
                null);
    }

    private static <T> T read(String body, Class<T> type) throws AgentException {
        try {
            return Json.read(body, type);
        } catch (JsonFault e) {
            throw strange(e);
        }
    }

    private static <T> List<T> readList(String body, Class<T> element) throws AgentException {
        try {
            return Json.readList(body, element);
        } catch (JsonFault e) {
            throw strange(e);
        }
    }

    private static AgentException strange(JsonFault e) {
        return new AgentException(
                Problem.of(
                        new ProblemCode("agent.strange-answer", 502),
                        "strange answer",
                        "the host agent's answer is not understood: " + e.getMessage(),
                        "The host agent may be of another version: stop it with `belljar agent stop`."),
                e);
    }
}
