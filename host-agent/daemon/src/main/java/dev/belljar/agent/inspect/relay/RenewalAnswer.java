package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.RequestHead;
import dev.belljar.contract.codec.ContractJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answer to a guest that asks a login server for new tokens itself. It gets its placeholder again: the
/// host agent alone renews a login, since a server may accept a refresh token only once.
final class RenewalAnswer {
    /// What the placeholder is said to last, in seconds.
    private static final int LASTS = 3600;

    private RenewalAnswer() {}

    /// The response to this request; null if it asks for no tokens, and is forwarded.
    static byte @Nullable [] to(RequestHead request, List<KnownSecret> known) {
        if (!request.method().equals("POST")) {
            return null;
        }
        String target = request.target();
        String path = target.indexOf('?') < 0 ? target : target.substring(0, target.indexOf('?'));
        return known.stream()
                .filter(secret -> path.equals(secret.renewals()))
                .findFirst()
                .map(secret -> response(secret.placeholder()))
                .orElse(null);
    }

    private static byte[] response(String placeholder) {
        Map<String, Object> tokens = new LinkedHashMap<>();
        tokens.put("access_token", placeholder);
        tokens.put("token_type", "Bearer");
        tokens.put("expires_in", LASTS);
        tokens.put("refresh_token", placeholder);
        String body = ContractJson.line(tokens);
        String head = """
            HTTP/1.1 200 OK
            Content-Type: application/json
            Content-Length: %d
            Cache-Control: no-store
            Connection: close

            """.formatted(body.length()).replace("\n", "\r\n");
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }
}
