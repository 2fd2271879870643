package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Sends requests to one host agent and converts the responses into values or problems.
final class ApiRequests {
    /// The timeout of a health check, which must not wait long.
    static final Duration HEALTH = Duration.ofSeconds(30);
    /// A sync of a large project or a destroy that saves its work may take minutes under emulation.
    static final Duration PATIENCE = Duration.ofMinutes(15);
    /// The problem code of an error response without a problem document.
    static final String UNEXPLAINED = "agent.refused";

    private static final int MOST_PROBLEM = 64 << 10;
    /// The statuses of a request whose path, method or parameter the host agent does not know.
    private static final Set<Integer> UNKNOWN = Set.of(400, 404, 405);

    private final Path socket;
    private final Set<ApiConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ApiRequests(Path socket) {
        this.socket = socket;
    }

    /// Ends all requests and subscriptions.
    void close() {
        closed = true;
        open.forEach(ApiConnection::close);
    }

    /// Sends a request and returns the connection once the head of the response was read; the caller must close
    /// it.
    ApiConnection ask(String method, String path, Map<String, String> fields, byte @Nullable [] body)
            throws AgentException, InterruptedException {
        return ask(method, path, fields, body, PATIENCE);
    }

    private ApiConnection ask(
            String method, String path, Map<String, String> fields, byte @Nullable [] body, Duration patience)
            throws AgentException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            ApiConnection connection = ApiConnection.open(socket, open::remove);
            open.add(connection);
            if (closed) {
                connection.close();
            }
            Thread deadline = deadline(connection, patience);
            try {
                connection.ask(method, path, fields, body);
                return connection;
            } catch (IOException e) {
                connection.close();
                throw connection.expired()
                        ? new IOException("no response within " + patience.toSeconds() + " s", e)
                        : e;
            } finally {
                deadline.interrupt();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static Thread deadline(ApiConnection connection, Duration patience) {
        return Thread.ofVirtual().name("api-deadline").start(() -> {
            try {
                Thread.sleep(patience);
                connection.expire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // answered in time
            }
        });
    }

    /// Translates an error; an interrupt of a thread that waits for a channel closes the channel.
    private static AgentException failed(IOException e) throws InterruptedException {
        if (Thread.interrupted() || e instanceof ClosedByInterruptException) {
            throw new InterruptedException();
        }
        return unreachable(e);
    }

    /// The exception for an error response.
    static AgentException refused(ApiConnection connection) throws AgentException, InterruptedException {
        try (InputStream body = connection.body()) {
            String text = new String(body.readNBytes(MOST_PROBLEM), StandardCharsets.UTF_8);
            Problem problem = problem(connection.status(), text);
            return new AgentException(withVersions(problem, connection.apiVersion()), null);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// Says that the versions differ if the host agent does not know the path, the method or a parameter. Other
    /// problems with these statuses are about a sandbox or another thing that does not exist.
    private static Problem withVersions(Problem problem, int agent) {
        boolean unknown = problem.code().startsWith("request.") && UNKNOWN.contains(problem.status());
        return unknown ? OtherVersion.explained(problem, agent) : problem;
    }

    /// Calls an operation, and waits this long for the head of the response.
    <Q extends Record, A> A call(OperationCall<Q, A> call, Q request, Duration patience)
            throws AgentException, InterruptedException {
        String method = call.operation().method().name();
        String body = call.body(request);
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        ApiConnection connection = ask(method, call.target(request), Map.of("Connection", "close"), bytes, patience);
        if (connection.status() >= 400) {
            throw refused(connection);
        }
        String text = text(connection);
        try {
            return call.operation().answer().read(text);
        } catch (JsonFault e) {
            throw unreadable(e, connection);
        }
    }

    /// The whole body of a response.
    static String text(ApiConnection connection) throws AgentException, InterruptedException {
        try (InputStream answer = connection.body()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    // The message of a failed file operation is only the file's name.
    private static String words(Throwable cause) {
        String message = cause.getMessage();
        return message == null || cause instanceof FileSystemException ? cause.toString() : message;
    }

    static AgentException unreachable(Throwable cause) {
        return new AgentException(
                Problem.of(
                        ProblemCode.UNAVAILABLE,
                        "host agent unavailable",
                        "the host agent does not respond: " + words(cause),
                        "Run `belljar doctor`, which starts the host agent and reports what is wrong."),
                cause);
    }

    static Problem problem(int status, String body) {
        try {
            Problem read = ContractJson.read(body, Problem.class);
            if (read.code() != null && read.detail() != null) {
                return new Problem(
                        read.type(), read.title(), status, read.detail(), read.code(), read.hint(), read.field());
            }
        } catch (JsonFault e) {
            // Not a problem document, so only the status is known.
        }
        return Problem.of(
                new ProblemCode(UNEXPLAINED, status),
                "refused",
                "the host agent responded with HTTP status " + status,
                null);
    }

    /// The exception for a response or an event that cannot be parsed.
    static AgentException unreadable(JsonFault e, ApiConnection connection) {
        Problem problem = Problem.of(
                new ProblemCode("agent.strange-answer", 502),
                "unexpected response",
                "the host agent's response could not be parsed: " + e.getMessage(),
                "Stop the host agent with `belljar agent stop`, then try again.");
        return new AgentException(OtherVersion.explained(problem, connection.apiVersion()), e);
    }
}
