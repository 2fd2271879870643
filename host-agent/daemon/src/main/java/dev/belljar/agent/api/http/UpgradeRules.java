package dev.belljar.agent.api.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Checks that a request that says it opens a WebSocket is one according to RFC 6455. The HTTP server takes any
/// request with a `Sec-WebSocket-Version` for one, and answers an invalid one with an internal error.
public final class UpgradeRules {
    private static final int KEY_BYTES = 16;

    private UpgradeRules() {}

    public static void check(Context context) throws ApiException {
        if (!HandlerType.GET.equals(context.method())) {
            context.header("Allow", "GET");
            throw ApiException.wrongMethod(context, "GET");
        }
        boolean valid = "websocket".equalsIgnoreCase(context.header("Upgrade"))
                && "13".equals(context.header("Sec-WebSocket-Version"))
                && key(context.header("Sec-WebSocket-Key"));
        if (!valid) {
            throw ApiException.invalid("not a valid WebSocket request: expected the header fields Connection: Upgrade,"
                    + " Upgrade: websocket, Sec-WebSocket-Version: 13, and Sec-WebSocket-Key with 16 bytes in base64");
        }
    }

    private static boolean key(@Nullable String key) {
        try {
            return key != null && Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
