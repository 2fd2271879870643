package dev.belljar.agent.listen;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Limits the requests that are answered at the same time, in front of all other handlers, and marks by which
/// listener a request came.
public final class RequestGuard extends Handler.Wrapper {
    /// The request attribute that is true if the request came by the Unix socket.
    public static final String PRIVATE = "dev.belljar.private";

    /// Always answered, however many requests there are: the developer must be able to see and end a host agent
    /// that is flooded.
    private static final Set<String> ALWAYS = Set.of("/health", "/shutdown");

    private static final ProblemCode TOO_MANY = new ProblemCode("request.too-many", 429);

    private final Map<Connector, ConnectionGuard> guards = new ConcurrentHashMap<>();

    void guard(Connector connector, ConnectionGuard guard) {
        guards.put(connector, guard);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connector connector = request.getConnectionMetaData().getConnector();
        ConnectionGuard guard = guards.get(connector);
        if (guard == null) {
            throw new IllegalStateException(connector + " has no guard");
        }
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        boolean always = ALWAYS.contains(request.getHttpURI().getCanonicalPath());
        if (!guard.begin(end, always)) {
            refuse(response, callback);
            return true;
        }
        Request.addCompletionListener(request, failure -> guard.end(end));
        request.setAttribute(PRIVATE, !(connector instanceof LoopbackConnector));
        return super.handle(new GuardedRequest(request, guard, end), response, callback);
    }

    private static void refuse(Response response, Callback callback) {
        Problem problem = Problem.of(
                TOO_MANY,
                "too many requests",
                "the host agent has reached its limit of simultaneous requests",
                "Close unused event streams and captures, then try again.");
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(true, ByteBuffer.wrap(ContractJson.line(problem).getBytes(StandardCharsets.UTF_8)), callback);
    }
}
