package dev.belljar.agent.route;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What becomes of a request.
sealed interface RouteDecision {
    /// It goes to the socket of a guest's port. `host` is what the server there takes for its own name, `origin` the
    /// origin it is told of, null when the browser named none.
    record Pass(Path upstream, String host, @Nullable String origin) implements RouteDecision {}

    /// A page is shown instead; with `refresh` the browser asks again after so many seconds.
    record Page(int status, String html, int refresh) implements RouteDecision {}

    /// The browser forgets what another sandbox left in it and asks again, marked with the id of this one; `cookies`
    /// are those it sent, `NAME=VALUE`.
    record Afresh(String id, String authority, String path, List<String> cookies) implements RouteDecision {
        String address() {
            return "https://" + authority + ReusedNames.asked(path);
        }
    }

    /// The browser asks there instead.
    record Elsewhere(String address) implements RouteDecision {}
}
