package dev.belljar.agent.route;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request as Caddy tells of it: header names in lower case, the first value of each.
record ForwardedRequest(Map<String, String> headers) {
    String host() {
        return headers.getOrDefault("host", "");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /// A person goes to a page: the whole window changes, and nothing is sent along.
    boolean navigates() {
        String method = headers.getOrDefault("x-forwarded-method", "");
        return (method.equals("GET") || method.equals("HEAD"))
                && is("sec-fetch-mode", "navigate")
                && is("sec-fetch-dest", "document");
    }

    /// A page is about to run at the address that is asked for: in a window or a frame, or as the worker that answers
    /// for the whole site.
    boolean entersPage() {
        return "GET".equals(headers.get("x-forwarded-method"))
                && (is("sec-fetch-mode", "navigate") || is("sec-fetch-dest", "serviceworker"));
    }

    /// The path and query, from its first `/` on.
    String path() {
        String path = headers.getOrDefault("x-forwarded-uri", "");
        return path.startsWith("/") ? path : "/";
    }

    /// The cookies it brings, `NAME=VALUE` each.
    List<String> cookies() {
        return Arrays.stream(headers.getOrDefault("cookie", "").split(";"))
                .map(String::strip)
                .filter(cookie -> !cookie.isEmpty())
                .toList();
    }

    /// A browser says from where it asks, and no page can keep it from that.
    boolean fromBrowser() {
        return headers.containsKey("sec-fetch-site") || headers.containsKey("origin");
    }

    /// A page at another address asks. Not every browser says `sec-fetch-site` of a WebSocket; all of them its origin.
    boolean fromBeside(OuterName to) {
        return header("origin")
                .map(origin -> !origin.equals("https://" + to.authority()))
                .orElse(is("sec-fetch-site", "same-site"));
    }

    /// A person's own step, not that of a script or of a page that loads itself again. A browser says `none` only of
    /// what began outside of all pages, and of a page's links that they were followed by hand.
    boolean byHand() {
        return is("sec-fetch-site", "none") || is("sec-fetch-user", "?1");
    }

    boolean is(String name, String value) {
        return value.equals(headers.get(name));
    }
}
