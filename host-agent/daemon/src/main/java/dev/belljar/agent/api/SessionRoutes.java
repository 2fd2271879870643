package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SessionOperations;
import io.javalin.http.Context;
import java.util.List;

/// The API's operations on sessions, and on the Zellij that keeps them.
final class SessionRoutes {
    private final SessionOperations sessions;

    SessionRoutes(SessionOperations sessions) {
        this.sessions = sessions;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/sandboxes/{id}/session", this::session),
                ApiRoute.get("/tools/zellij", c -> HttpResponses.give(c, 200, sessions.zellij())),
                ApiRoute.post("/tools/zellij", this::build),
                ApiRoute.delete("/tools/zellij", c -> HttpResponses.give(c, 200, sessions.cancelZellij())));
    }

    private void build(Context context) throws Exception {
        HttpResponses.give(context, 202, sessions.buildZellij(RequestReader.flag(context, "onHost", false)));
    }

    private void session(Context context) throws Exception {
        HttpResponses.give(context, 200, sessions.session(RequestReader.sandbox(context)));
    }
}
