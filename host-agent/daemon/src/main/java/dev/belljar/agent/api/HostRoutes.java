package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiRoute;
import dev.belljar.agent.api.http.HttpResponses;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestAuthorizer;
import dev.belljar.agent.api.openapi.OpenApiDocument;
import dev.belljar.agent.status.HostService;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.host.AgentPresence;
import dev.belljar.contract.view.host.DoctorCheck;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.util.List;

/// The API's operations on the host agent itself.
final class HostRoutes {
    private final HostService host;
    private final RequestAuthorizer authorizer;
    private final AgentHealth health;
    private final DoctorCheck listeners;
    private final Runnable shutdown;

    HostRoutes(
            HostService host,
            RequestAuthorizer authorizer,
            AgentHealth health,
            DoctorCheck listeners,
            Runnable shutdown) {
        this.host = host;
        this.authorizer = authorizer;
        this.health = health;
        this.listeners = listeners;
        this.shutdown = shutdown;
    }

    void register(OperationRoutes routes) {
        routes.on(HostApi.STATUS, (_, _) -> host.host().with(listeners))
                .on(HostApi.ACCEPT_EMULATION, (_, _) -> host.acceptEmulation().with(listeners))
                .on(HostApi.DAMAGED, (_, _) -> host.damaged())
                .on(HostApi.BUILD_IMAGE, (_, _) -> host.buildImage())
                .on(HostApi.REFRESH_IMAGE, (_, _) -> host.refreshImage())
                .on(HostApi.CANCEL_IMAGE, (_, _) -> host.cancelImage())
                .on(HostApi.CHECK_IMAGE, (_, _) -> host.checkImage())
                .on(HostApi.PRUNE_IMAGES, (_, _) -> host.pruneImages())
                .on(HostApi.IMPORTED_IMAGES, (_, _) -> host.importedImages())
                .on(HostApi.IMPORT_IMAGE, (_, request) -> host.importImage(request))
                .on(HostApi.CANCEL_IMPORT, (_, _) -> host.cancelImport())
                .on(HostApi.REMOVE_IMAGE, (_, request) -> host.removeImage(request))
                .run(HostApi.REBUILD_INDEX, (_, _) -> host.rebuildIndex())
                // On its own thread: ending the host agent closes this server, which waits for this very response.
                .run(
                        HostApi.SHUTDOWN,
                        (_, _) -> Thread.ofPlatform().name("shutdown").start(shutdown));
    }

    /// The routes of `GET /health`, which answers clients without a token too, and of the API description.
    List<ApiRoute> open() {
        return List.of(
                new ApiRoute(HandlerType.GET, HostApi.HEALTH.path(), this::health),
                new ApiRoute(HandlerType.GET, "/openapi.json", HostRoutes::describe));
    }

    private void health(Context context) {
        boolean known = authorizer.known(context);
        HttpResponses.give(context, HostApi.HEALTH.status(), known ? health : new AgentPresence(health.ok()));
    }

    private static void describe(Context context) throws IOException {
        context.contentType(HttpResponses.JSON).result(OpenApiDocument.text());
    }
}
