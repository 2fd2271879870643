package dev.belljar.agent.listen;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// A request whose method is always the one in its first line, and whose body has to come in time.
final class GuardedRequest extends Request.Wrapper {
    /// Hidden, because Javalin would take the method from this header: a `POST`, or even a `GET`, could then
    /// delete.
    private static final String OVERRIDE = "X-HTTP-Method-Override";

    private final ConnectionGuard guard;
    private final EndPoint end;
    private final HttpFields headers;

    GuardedRequest(Request request, ConnectionGuard guard, EndPoint end) {
        super(request);
        this.guard = guard;
        this.end = end;
        HttpFields all = request.getHeaders();
        this.headers =
                all.contains(OVERRIDE) ? HttpFields.build(all).remove(OVERRIDE).asImmutable() : all;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = super.read();
        if (chunk == null) {
            guard.bodyAwaited(end);
        } else if (chunk.isLast()) {
            guard.bodyRead(end);
        }
        return chunk;
    }
}
