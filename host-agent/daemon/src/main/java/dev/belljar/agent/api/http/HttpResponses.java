package dev.belljar.agent.api.http;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.servlet.JavalinWsServletContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes responses: records as JSON, and every error as a problem document.
public final class HttpResponses {
    public static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    private static final Logger LOG = LoggerFactory.getLogger(HttpResponses.class);

    private HttpResponses() {}

    /// Responds with a record and this status.
    public static void give(Context context, int status, Object record) {
        context.status(status).contentType(JSON).result(ContractJson.line(record));
    }

    /// Responds with the problem of a request that was refused.
    public static void refuse(BelljarException e, Context context) {
        // Belljar's own programs send their version. What the API expects is no advice for their users.
        boolean ofBelljar = context.header(ApiVersion.HEADER) != null;
        boolean invalid = e.code().equals(ProblemCode.BAD_REQUEST);
        give(
                context,
                ofBelljar && invalid && e instanceof ApiException refused
                        ? refused.forBelljar().problem()
                        : e.problem());
    }

    /// Responds with the problem of a request that the HTTP server itself refused.
    public static void refuse(HttpResponseException e, Context context) {
        if (e.getStatus() == 404 || e.getStatus() == 405) {
            refuse(ApiException.noRoute(context), context);
        } else {
            String detail = String.valueOf(e.getMessage());
            give(
                    context,
                    Problem.of(new ProblemCode("request.invalid", e.getStatus()), "request invalid", detail, null));
        }
    }

    /// Responds with the problem of an internal error, which says only the id under which it is logged.
    public static void fail(Exception e, Context context) {
        give(context, internal(e, context.method().name() + " " + context.path()));
    }

    /// Logs an internal error, and makes a problem that says only the id under which it is logged.
    public static Problem internal(Exception e, String where) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        LOG.error("{} ({})", where, id, e);
        return Problem.of(
                ProblemCode.INTERNAL,
                "internal error",
                "the host agent failed to handle the request (log id " + id + ")",
                "Search the host agent's log for this id, and report the problem.");
    }

    private static void give(Context context, Problem problem) {
        // Bytes, since a text would be sent in the character set of the media type, which is not UTF-8.
        byte[] body = ContractJson.line(problem).getBytes(StandardCharsets.UTF_8);
        context.status(problem.status()).contentType(PROBLEM);
        if (problem.status() == 401) {
            context.header("WWW-Authenticate", "Bearer");
        }
        if (context instanceof JavalinWsServletContext) {
            write(context, body);
        } else {
            context.result(body);
        }
    }

    /// Javalin drops the body of a response to a request for a WebSocket.
    private static void write(Context context, byte[] body) {
        try {
            context.res().setContentLength(body.length);
            context.res().getOutputStream().write(body);
        } catch (IOException e) {
            LOG.debug("{} {}: the client is gone", context.method(), context.path(), e);
        }
    }
}
