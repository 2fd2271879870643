package dev.belljar.agent.secret;

import java.net.URI;

/// The OAuth 2.0 server that issued the tokens of a secret: the URL of its token endpoint, and the id of the
/// client.
public record LoginServer(String token, String client) {
    /// The host of the token endpoint, in lower case.
    public String host() {
        return String.valueOf(URI.create(token).getHost()).toLowerCase(java.util.Locale.ROOT);
    }

    /// The path of the token endpoint.
    public String path() {
        String path = URI.create(token).getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }
}
