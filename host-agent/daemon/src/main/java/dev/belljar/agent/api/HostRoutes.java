package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SandboxOperations;
import dev.belljar.contract.view.AgentHealth;
import dev.belljar.contract.view.AgentPresence;
import dev.belljar.contract.view.DoctorCheck;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// The API's operations on the host agent itself.
final class HostRoutes {
    private final SandboxOperations sandboxes;
    private final RequestAuthorizer authorizer;
    private final AgentHealth health;
    private final DoctorCheck listeners;
    private final Runnable shutdown;

    HostRoutes(
            SandboxOperations sandboxes,
            RequestAuthorizer authorizer,
            AgentHealth health,
            DoctorCheck listeners,
            Runnable shutdown) {
        this.sandboxes = sandboxes;
        this.authorizer = authorizer;
        this.health = health;
        this.listeners = listeners;
        this.shutdown = shutdown;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get(RequestAuthorizer.HEALTH, this::health),
                ApiRoute.get("/openapi.json", HostRoutes::describe),
                ApiRoute.get(
                        "/host",
                        c -> HttpResponses.give(c, 200, sandboxes.host().with(listeners))),
                ApiRoute.post(
                        "/host/emulation",
                        c -> HttpResponses.give(
                                c, 200, sandboxes.acceptEmulation().with(listeners))),
                ApiRoute.post("/image", c -> HttpResponses.give(c, 202, sandboxes.buildImage())),
                ApiRoute.post("/image/refresh", c -> HttpResponses.give(c, 202, sandboxes.refreshImage())),
                ApiRoute.post("/image/cancel", c -> HttpResponses.give(c, 200, sandboxes.cancelImage())),
                ApiRoute.post("/image/check", c -> HttpResponses.give(c, 200, sandboxes.checkImage())),
                ApiRoute.post("/image/prune", c -> HttpResponses.give(c, 200, sandboxes.pruneImages())),
                ApiRoute.post("/index/rebuild", this::rebuild),
                ApiRoute.post("/shutdown", this::shutdown));
    }

    private void health(Context context) {
        boolean known = authorizer.known(context);
        HttpResponses.give(context, 200, known ? health : new AgentPresence(health.ok()));
    }

    private void rebuild(Context context) throws Exception {
        sandboxes.rebuildIndex();
        context.status(204);
    }

    private void shutdown(Context context) {
        context.status(202);
        // On its own thread: ending the host agent closes this server, which waits for this very response.
        Thread.ofPlatform().name("shutdown").start(shutdown);
    }

    private static void describe(Context context) throws IOException {
        try (InputStream file = HostRoutes.class.getResourceAsStream("openapi.json")) {
            if (file == null) {
                throw new IOException("openapi.json is missing from this build");
            }
            context.contentType(HttpResponses.JSON).result(file.readAllBytes());
        }
    }
}
