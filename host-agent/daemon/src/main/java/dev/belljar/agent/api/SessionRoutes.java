package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Sessions;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of sessions, and of what keeps them.
final class SessionRoutes {
    private final Sessions sessions;

    SessionRoutes(Sessions sessions) {
        this.sessions = sessions;
    }

    List<Route> list() {
        return List.of(
                Route.get("/sandboxes/{id}/session", this::session),
                Route.get("/tools/zellij", c -> Answers.give(c, 200, sessions.zellij())),
                Route.post("/tools/zellij", this::build),
                Route.delete("/tools/zellij", c -> Answers.give(c, 200, sessions.cancelZellij())));
    }

    private void build(Context context) throws Exception {
        Answers.give(context, 202, sessions.buildZellij(Requests.flag(context, "onHost", false)));
    }

    private void session(Context context) throws Exception {
        Answers.give(context, 200, sessions.session(Requests.sandbox(context)));
    }
}
