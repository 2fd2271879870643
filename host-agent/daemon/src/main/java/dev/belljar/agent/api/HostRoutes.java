package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Sandboxes;
import dev.belljar.contract.view.Alive;
import dev.belljar.contract.view.Check;
import dev.belljar.contract.view.Health;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// What can be asked of the host agent itself.
final class HostRoutes {
    private final Sandboxes sandboxes;
    private final Doorkeeper doorkeeper;
    private final Health health;
    private final Check listeners;
    private final Runnable shutdown;

    HostRoutes(Sandboxes sandboxes, Doorkeeper doorkeeper, Health health, Check listeners, Runnable shutdown) {
        this.sandboxes = sandboxes;
        this.doorkeeper = doorkeeper;
        this.health = health;
        this.listeners = listeners;
        this.shutdown = shutdown;
    }

    List<Route> list() {
        return List.of(
                Route.get(Doorkeeper.HEALTH, this::health),
                Route.get("/openapi.json", HostRoutes::describe),
                Route.get("/host", c -> Answers.give(c, 200, sandboxes.host().with(listeners))),
                Route.post(
                        "/host/emulation",
                        c -> Answers.give(c, 200, sandboxes.acceptEmulation().with(listeners))),
                Route.post("/image", c -> Answers.give(c, 202, sandboxes.buildImage())),
                Route.post("/image/refresh", c -> Answers.give(c, 202, sandboxes.refreshImage())),
                Route.post("/image/check", c -> Answers.give(c, 200, sandboxes.checkImage())),
                Route.post("/image/prune", c -> Answers.give(c, 200, sandboxes.pruneImages())),
                Route.post("/index/rebuild", this::rebuild),
                Route.post("/shutdown", this::shutdown));
    }

    private void health(Context context) {
        boolean known = doorkeeper.known(context);
        Answers.give(context, 200, known ? health : new Alive(health.ok()));
    }

    private void rebuild(Context context) throws Exception {
        sandboxes.rebuildIndex();
        context.status(204);
    }

    private void shutdown(Context context) {
        context.status(202);
        // Its own thread: ending the host agent closes this server, which waits for this very answer.
        Thread.ofPlatform().name("shutdown").start(shutdown);
    }

    private static void describe(Context context) throws IOException {
        try (InputStream file = HostRoutes.class.getResourceAsStream("openapi.json")) {
            if (file == null) {
                throw new IOException("openapi.json is missing from this build");
            }
            context.contentType(Answers.JSON).result(file.readAllBytes());
        }
    }
}
