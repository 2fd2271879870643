package dev.belljar.agent.api.http;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Answers requests that reach no route, such as those with too large a head or an invalid path, with a problem
/// document that repeats nothing of the request.
public final class UnreadRequests implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? 400 : response.getStatus();
        Problem problem = status == ProblemCode.NO_ROUTE.status() ? unknownPath() : unreadable(status);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, HttpResponses.PROBLEM);
        response.getHeaders().put(ApiVersion.HEADER, ApiVersion.CURRENT);
        byte[] body = ContractJson.line(problem).getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    /// A WebSocket was requested on a path that has none.
    private static Problem unknownPath() {
        return Problem.of(
                ProblemCode.NO_ROUTE,
                "request no route",
                "the API has no such endpoint",
                "GET /openapi.json lists all endpoints.");
    }

    private static Problem unreadable(int status) {
        return Problem.of(
                new ProblemCode("request.unreadable", status),
                "request unreadable",
                "the request cannot be read (status " + status + "): expected a valid HTTP/1.1 request",
                null);
    }
}
