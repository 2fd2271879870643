package dev.belljar.agent.route;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The decision about a request.
sealed interface RouteDecision {
    /// The request is passed to the socket of a guest's port. `host` is the host name that the server there
    /// expects, `origin` the rewritten origin, null if the browser sent none.
    record Pass(Path upstream, String host, @Nullable String origin) implements RouteDecision {}

    /// A page is shown instead; with `refresh` the browser repeats the request after so many seconds.
    record Page(int status, String html, int refresh) implements RouteDecision {}

    /// The browser is told to delete the site data of another sandbox and to repeat the request with the id of
    /// this one as a mark; `cookies` are those it sent, `NAME=VALUE`.
    record ResetSiteData(String id, String authority, String path, List<String> cookies) implements RouteDecision {
        String address() {
            return "https://" + authority + ReusedNames.asked(path);
        }
    }

    /// The browser is redirected to this address.
    record Elsewhere(String address) implements RouteDecision {}
}
