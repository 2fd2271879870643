package dev.belljar.agent.api;

import io.javalin.http.Context;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who may come in, asked on every request, event stream and WebSocket upgrade before anything else.
///
/// A page in the person's browser can send requests to loopback, and by DNS rebinding even under a name of its own:
/// so `Host` must be one of this server's own names, and whatever names an `Origin` is a browser and refused. The
/// token alone decides about everybody else.
final class Doorkeeper {
    static final String HEALTH = "/health";
    private final ApiToken token;

    Doorkeeper(ApiToken token) {
        this.token = token;
    }

    /// Lets the request pass or refuses it.
    void check(Context context) throws ApiException {
        int port = context.req().getLocalPort();
        String host = context.header("Host");
        if (host == null || !names(port).contains(host)) {
            throw ApiException.forbidden("the header Host: expected 127.0.0.1:%d".formatted(port));
        }
        if (context.header("Origin") != null) {
            throw ApiException.forbidden("the header Origin: expected none");
        }
        if (!context.path().equals(HEALTH) && !known(context)) {
            throw ApiException.unauthorized();
        }
    }

    /// Whether the caller showed the token.
    boolean known(Context context) {
        @Nullable String authorization = context.header("Authorization");
        return token.shownBy(authorization);
    }

    private static Set<String> names(int port) {
        return Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
    }
}
