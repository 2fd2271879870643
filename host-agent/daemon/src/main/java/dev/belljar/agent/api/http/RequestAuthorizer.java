package dev.belljar.agent.api.http;

import dev.belljar.agent.listen.RequestGuard;
import io.javalin.http.Context;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides which requests may pass. Every request, event stream and WebSocket upgrade is checked before anything
/// else.
///
/// A client on the Unix socket is the socket's owner: the kernel enforces that. On TCP the token decides. A page
/// in the developer's browser can send requests to loopback, with DNS rebinding even under its own host name, so
/// on TCP `Host` must be one of this server's names. A request with an `Origin` comes from a browser and is
/// refused.
public final class RequestAuthorizer {
    static final String HEALTH = "/health";
    private final ApiToken token;

    public RequestAuthorizer(ApiToken token) {
        this.token = token;
    }

    /// Returns if the request may pass.
    public void check(Context context) throws ApiException {
        if (!local(context)) {
            int port = context.req().getLocalPort();
            String host = context.header("Host");
            if (host == null || !names(port).contains(host)) {
                throw ApiException.forbidden("Host header: expected 127.0.0.1:%d".formatted(port));
            }
        }
        if (context.header("Origin") != null) {
            throw ApiException.forbidden("the request has an Origin header: expected none");
        }
        if (!context.path().equals(HEALTH) && !known(context)) {
            throw ApiException.unauthorized();
        }
    }

    /// Whether the request came by the Unix socket.
    public static boolean local(Context context) {
        return Boolean.TRUE.equals(context.req().getAttribute(RequestGuard.PRIVATE));
    }

    /// Whether the request came by the Unix socket, or has the token.
    public boolean known(Context context) {
        if (local(context)) {
            return true;
        }
        @Nullable String authorization = context.header("Authorization");
        return token.shownBy(authorization);
    }

    private static Set<String> names(int port) {
        return Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }
}
