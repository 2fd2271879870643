package dev.belljar.agent.api;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes answers: records as JSON, and everything that went wrong as a problem document.
final class HttpResponses {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    private static final Logger LOG = LoggerFactory.getLogger(HttpResponses.class);

    private HttpResponses() {}

    /// The record, with this status.
    static void give(Context context, int status, Object record) {
        context.status(status).contentType(JSON).result(ContractJson.line(record));
    }

    /// The problem document of a refusal.
    static void refuse(BelljarException e, Context context) {
        give(context, e.problem());
    }

    /// The problem document of what the server itself found wrong with a request.
    static void refuse(HttpResponseException e, Context context) {
        if (e.getStatus() == 404 || e.getStatus() == 405) {
            refuse(ApiException.noRoute(context.method().name(), context.path()), context);
        } else {
            String detail = String.valueOf(e.getMessage());
            give(context, Problem.of(new ProblemCode("request.invalid", e.getStatus()), "request", detail, null));
        }
    }

    /// The problem document of a fault of ours: says only under which id the log has it.
    static void fail(Exception e, Context context) {
        give(context, internal(e, context.method().name() + " " + context.path()));
    }

    /// Logs a fault of ours and says only under which id the log has it.
    static Problem internal(Exception e, String where) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        LOG.error("{} ({})", where, id, e);
        return Problem.of(
                ProblemCode.INTERNAL,
                "internal error",
                "something went wrong in the host agent (log id " + id + ")",
                "The host agent's log has the details under this id.");
    }

    private static void give(Context context, Problem problem) {
        context.status(problem.status()).contentType(PROBLEM).result(ContractJson.line(problem));
        if (problem.status() == 401) {
            context.header("WWW-Authenticate", "Bearer");
        }
    }
}
