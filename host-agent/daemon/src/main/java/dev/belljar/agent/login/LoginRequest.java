package dev.belljar.agent.login;

import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What only the host agent and the login server know of one login: the PKCE code verifier (RFC 7636), and
/// the `state` that the server returns.
record LoginRequest(String verifier, String state) {
    private static final int RANDOM = 32;

    static LoginRequest random() {
        return new LoginRequest(word(), word());
    }

    private static String word() {
        byte[] random = new byte[RANDOM];
        new SecureRandom().nextBytes(random);
        return base64(random);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// The page that the user opens, which sends the browser to `redirect` afterwards.
    String page(AgentLogin login, String redirect) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", login.client());
        query.put("redirect_uri", redirect);
        if (!login.scopes().isEmpty()) {
            query.put("scope", String.join(" ", login.scopes()));
        }
        query.put("state", state);
        query.put("code_challenge", challenge());
        query.put("code_challenge_method", "S256");
        String joined = query.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return login.authorize() + (login.authorize().indexOf('?') < 0 ? "?" : "&") + joined;
    }

    private String challenge() {
        try {
            return base64(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 is missing from this Java platform", e);
        }
    }

    /// Whether the server returned this state.
    boolean matches(String returned) {
        return MessageDigest.isEqual(
                state.getBytes(StandardCharsets.US_ASCII), returned.getBytes(StandardCharsets.UTF_8));
    }

    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return "login request";
    }
}
