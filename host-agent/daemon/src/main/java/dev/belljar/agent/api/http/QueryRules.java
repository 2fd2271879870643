package dev.belljar.agent.api.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/// Checks every query string: each name occurs once, and the text is Unicode. A server that took the first of
/// two values, or put a replacement character in place of invalid bytes, would do something nobody asked for.
public final class QueryRules {
    /// The one parameter that may occur several times: the event types.
    private static final String REPEATED = "type";

    private static final int HEX = 2;

    private QueryRules() {}

    public static void check(Context context) throws ApiException {
        String query = context.req().getQueryString();
        if (query == null || query.isEmpty()) {
            return;
        }
        Set<String> seen = new HashSet<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded("a parameter name", equals < 0 ? pair : pair.substring(0, equals));
            decoded(name, equals < 0 ? "" : pair.substring(equals + 1));
            if (!seen.add(name) && !name.equals(REPEATED)) {
                throw ApiException.invalid(
                        RequestReader.shortened(name) + " is given more than once: expected one value");
            }
        }
    }

    private static String decoded(String what, String text) throws ApiException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            for (int next = 0; next < text.length(); ) {
                char at = text.charAt(next++);
                if (at == '%') {
                    bytes.write(HexFormat.fromHexDigits(text, next, next + HEX));
                    next += HEX;
                } else {
                    bytes.writeBytes(String.valueOf(at == '+' ? ' ' : at).getBytes(StandardCharsets.UTF_8));
                }
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw ApiException.invalid(RequestReader.shortened(what) + " is not valid percent-encoded UTF-8");
        }
    }
}
