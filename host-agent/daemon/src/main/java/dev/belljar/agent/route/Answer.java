package dev.belljar.agent.route;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What becomes of a request.
sealed interface Answer {
    /// It goes to the socket of a guest's port. `host` is what the server there takes for its own name, `origin` the
    /// origin it is told of, null when the browser named none.
    record Pass(Path upstream, String host, @Nullable String origin) implements Answer {}

    /// A page is shown instead; with `refresh` the browser asks again after so many seconds.
    record Page(int status, String html, int refresh) implements Answer {}
}
