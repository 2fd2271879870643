package dev.belljar.agent.secret;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Asks the token endpoint of an OAuth 2.0 server for tokens (RFC 6749, sections 4.1.3 and 6; RFC 7636). A
/// redirect is not followed. Thread-safe.
public final class TokenClient {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_REPLY = 256 << 10;
    private static final int LONGEST_SAID = 300;
    private static final int OK = 200;
    /// What a token lasts whose server does not say.
    private static final long USUAL_SECONDS = 3600;

    private static final long MOST_SECONDS = Duration.ofDays(3650).toSeconds();

    private final HttpClient http;
    private final InstantSource clock;

    /// A client that trusts the servers of this context.
    public TokenClient(SSLContext trust, InstantSource clock) {
        this.http = HttpClient.newBuilder()
                .sslContext(trust)
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.clock = clock;
    }

    /// The tokens for an authorization code.
    ///
    /// @throws SecretException `secret.login-failed` with what the server said
    LoginTokens exchange(LoginServer server, LoginCode code) throws SecretException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code.code());
        form.put("redirect_uri", code.redirect());
        form.put("client_id", server.client());
        form.put("code_verifier", code.verifier());
        return tokens(server, form);
    }

    /// New tokens for a refresh token.
    ///
    /// @throws SecretException `secret.login-failed` with what the server said
    LoginTokens refresh(LoginServer server, String token) throws SecretException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", token);
        form.put("client_id", server.client());
        return tokens(server, form);
    }

    private LoginTokens tokens(LoginServer server, Map<String, String> form)
            throws SecretException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.token()))
                .timeout(PATIENCE)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form.entrySet().stream()
                        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"))))
                .build();
        try {
            HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            byte[] body;
            try (InputStream in = response.body()) {
                body = in.readNBytes(LONGEST_REPLY + 1);
            }
            if (body.length > LONGEST_REPLY) {
                throw failed(server, "its response is longer than %,d bytes".formatted(LONGEST_REPLY));
            }
            return read(server, response.statusCode(), new String(body, StandardCharsets.UTF_8));
        } catch (IOException e) {
            String why = e.getMessage();
            throw failed(server, why == null ? "no connection" : why);
        }
    }

    private LoginTokens read(LoginServer server, int status, String body) throws SecretException {
        Map<String, Object> reply;
        try {
            reply = ContractJson.readMap(body);
        } catch (JsonFault e) {
            // The response may contain a token.
            throw failed(server, "its response has status %d and is not a JSON object".formatted(status));
        }
        if (status != OK) {
            String error = text(reply, "error");
            String words = text(reply, "error_description");
            throw failed(
                    server,
                    "status %d%s%s"
                            .formatted(status, error == null ? "" : " " + error, words == null ? "" : ", " + words));
        }
        String access = text(reply, "access_token");
        if (access == null || access.isEmpty() || access.length() > SecretChecks.LONGEST) {
            throw failed(server, "its response has no access token");
        }
        return new LoginTokens(access, text(reply, "refresh_token"), expires(reply.get("expires_in")));
    }

    private long expires(@Nullable Object seconds) {
        long lasts = seconds instanceof Number number ? number.longValue() : USUAL_SECONDS;
        return clock.millis() + Math.clamp(lasts, 0, MOST_SECONDS) * 1000;
    }

    private static @Nullable String text(Map<String, Object> reply, String key) {
        return reply.get(key) instanceof String text ? text : null;
    }

    private static SecretException failed(LoginServer server, String why) {
        String words = VisibleText.line(why);
        return new SecretException(
                SecretException.LOGIN,
                "%s issued no token: %s"
                        .formatted(server.host(), words.substring(0, Math.min(words.length(), LONGEST_SAID))),
                "Log in again with `belljar login`.");
    }
}
