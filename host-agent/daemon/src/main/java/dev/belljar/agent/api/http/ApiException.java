package dev.belljar.agent.api.http;

import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import io.javalin.http.Context;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A request that the API refuses before any part of the host agent sees it, or an API that cannot be started.
public final class ApiException extends BelljarException {
    public static final ProblemCode NOT_STARTED = new ProblemCode("agent.not-started", 503);
    public static final ProblemCode TOO_LARGE = new ProblemCode("request.too-large", 413);
    public static final ProblemCode NO_CAPTURE = new ProblemCode("capture.not-found", 404);
    public static final ProblemCode TOO_MANY_CAPTURES = new ProblemCode("capture.too-many", 429);
    public static final ProblemCode TOO_MANY_STREAMS = new ProblemCode("events.too-many", 429);
    public static final ProblemCode TOO_MANY_TUNNELS = new ProblemCode("tunnel.too-many", 429);
    public static final ProblemCode TOO_MANY_TERMINALS = new ProblemCode("terminal.too-many", 429);
    private static final ProblemCode WRONG_METHOD = new ProblemCode("request.wrong-method", 405);
    private static final long serialVersionUID = 1L;

    private ApiException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    public static ApiException notStarted(String what, Throwable cause) {
        return new ApiException(
                NOT_STARTED,
                what + ": " + (cause instanceof IOException file ? FileErrors.reason(file) : cause.getMessage()),
                "Check that you own the folder `$XDG_RUNTIME_DIR/belljar`.",
                cause);
    }

    static ApiException unauthorized() {
        return new ApiException(
                ProblemCode.UNAUTHORIZED,
                "Authorization header: expected \"Bearer\" followed by this host agent's token",
                "Use the token in the file `$XDG_RUNTIME_DIR/belljar/token`; only you can read that file.",
                null);
    }

    static ApiException forbidden(String message) {
        return new ApiException(
                ProblemCode.FORBIDDEN,
                message,
                "Only programs on this computer may use the API; requests from web pages are refused.",
                null);
    }

    public static ApiException invalid(String message) {
        return new ApiException(
                ProblemCode.BAD_REQUEST, message, "GET /openapi.json describes the expected request.", null);
    }

    /// The same refusal without the hint for programmers of other clients.
    ApiException forBelljar() {
        return new ApiException(code(), String.valueOf(getMessage()), null, getCause());
    }

    static ApiException broken() {
        return invalid("the request body was incomplete, arrived too slowly or had a malformed chunk: expected "
                + "a complete HTTP/1.1 body");
    }

    static ApiException tooLarge(int most) {
        return new ApiException(
                TOO_LARGE, "the request body is too large: expected at most %d bytes".formatted(most), null, null);
    }

    public static ApiException tooManyCaptures(int most) {
        return new ApiException(
                TOO_MANY_CAPTURES,
                "the limit of " + most + " simultaneous captures has been reached",
                "Stop a capture with Ctrl+C, then try again.",
                null);
    }

    static ApiException tooManyStreams(int most, String whose) {
        return new ApiException(
                TOO_MANY_STREAMS,
                "the limit of " + most + " event streams " + whose + " has been reached",
                "First disconnect one of the clients that read events; its stream ends within seconds.",
                null);
    }

    public static ApiException tooManyTunnels(int most) {
        return new ApiException(
                TOO_MANY_TUNNELS,
                "the limit of " + most + " connections to this sandbox has been reached",
                "Close one of these connections first.",
                null);
    }

    public static ApiException tooManyTerminals(String sandbox, int most) {
        return new ApiException(
                TOO_MANY_TERMINALS,
                "the limit of %d terminals and commands in %s has been reached".formatted(most, sandbox),
                "Close one of this sandbox's terminal tabs, or exit a `belljar terminal`, `belljar shell` or "
                        + "`belljar exec` that is running in it.",
                null);
    }

    public static ApiException noCapture(String capture) {
        return new ApiException(
                NO_CAPTURE, "capture \"" + capture + "\": this sandbox has no such packet capture", null, null);
    }

    /// A method that the path does not have; `allowed` are those that it has.
    public static ApiException wrongMethod(Context context, String allowed) {
        return new ApiException(
                WRONG_METHOD,
                "%1$s %2$s: this endpoint does not support %1$s: expected %3$s"
                        .formatted(context.method().name(), context.path(), allowed),
                endpoints(context),
                null);
    }

    /// A client that sends its version of the API compares it with the host agent's and says itself what to do.
    static ApiException noRoute(Context context) {
        return new ApiException(
                ProblemCode.NO_ROUTE,
                context.method().name() + " " + context.path() + ": the API has no such endpoint",
                endpoints(context),
                null);
    }

    private static String endpoints(Context context) {
        String older = context.header(ApiVersion.HEADER) == null
                ? "If a Belljar program sent this request, that program is older than the host agent: close it, update it"
                        + " and start it again. "
                : "";
        return older + "GET /openapi.json lists all endpoints.";
    }
}
