package dev.belljar.agent.api;

import dev.belljar.agent.listen.ApiListeners;
import io.javalin.http.Context;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who may come in, asked on every request, event stream and WebSocket upgrade before anything else.
///
/// Who comes by the Unix socket is its owner: the kernel has seen to that. On TCP the token decides. A page in the
/// person's browser can send requests to loopback, and by DNS rebinding even under a name of its own: so there `Host`
/// must be one of this server's own names. Whatever names an `Origin` is a browser, and refused.
final class RequestAuthorizer {
    static final String HEALTH = "/health";
    private final ApiToken token;

    RequestAuthorizer(ApiToken token) {
        this.token = token;
    }

    /// Lets the request pass or refuses it.
    void check(Context context) throws ApiException {
        if (!local(context)) {
            int port = context.req().getLocalPort();
            String host = context.header("Host");
            if (host == null || !names(port).contains(host)) {
                throw ApiException.forbidden("the header Host: expected 127.0.0.1:%d".formatted(port));
            }
        }
        if (context.header("Origin") != null) {
            throw ApiException.forbidden("the header Origin: expected none");
        }
        if (!context.path().equals(HEALTH) && !known(context)) {
            throw ApiException.unauthorized();
        }
    }

    /// Whether the request came by the Unix socket.
    static boolean local(Context context) {
        return Boolean.TRUE.equals(context.req().getAttribute(ApiListeners.PRIVATE));
    }

    /// Whether the caller came by the Unix socket, or showed the token.
    boolean known(Context context) {
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
