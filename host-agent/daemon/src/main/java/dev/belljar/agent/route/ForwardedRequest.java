package dev.belljar.agent.route;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A browser's request as Caddy forwards it: header names in lower case with the first value of each.
record ForwardedRequest(Map<String, String> headers) {
    String host() {
        return headers.getOrDefault("host", "");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /// True if the request navigates a whole browser window to a page, without a body.
    boolean navigates() {
        String method = headers.getOrDefault("x-forwarded-method", "");
        return (method.equals("GET") || method.equals("HEAD"))
                && is("sec-fetch-mode", "navigate")
                && is("sec-fetch-dest", "document");
    }

    /// True if a document will run at the requested address: in a window, in a frame, or as the service worker
    /// of the site.
    boolean entersPage() {
        return "GET".equals(headers.get("x-forwarded-method"))
                && (is("sec-fetch-mode", "navigate") || is("sec-fetch-dest", "serviceworker"));
    }

    /// The path and query, from the first `/`.
    String path() {
        String path = headers.getOrDefault("x-forwarded-uri", "");
        return path.startsWith("/") ? path : "/";
    }

    /// The cookies of the request, each as `NAME=VALUE`.
    List<String> cookies() {
        return Arrays.stream(headers.getOrDefault("cookie", "").split(";"))
                .map(String::strip)
                .filter(cookie -> !cookie.isEmpty())
                .toList();
    }

    /// True if a browser sent the request: browsers always send fetch metadata, and no page can suppress them.
    boolean fromBrowser() {
        return headers.containsKey("sec-fetch-site") || headers.containsKey("origin");
    }

    /// True if a page at another address sent the request. Not every browser sends `sec-fetch-site` for a
    /// WebSocket, but all send its origin.
    boolean fromBeside(OuterName to) {
        return header("origin")
                .map(origin -> !origin.equals("https://" + to.authority()))
                .orElse(is("sec-fetch-site", "same-site"));
    }

    /// True if the user started the request and not a script or a page that reloads itself. A browser sends
    /// `none` only for requests that began outside of any page, and marks links that the user followed.
    boolean byHand() {
        return is("sec-fetch-site", "none") || is("sec-fetch-user", "?1");
    }

    boolean is(String name, String value) {
        return value.equals(headers.get(name));
    }
}
