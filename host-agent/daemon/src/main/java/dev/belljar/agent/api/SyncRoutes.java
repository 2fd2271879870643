package dev.belljar.agent.api;

import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.autosync.SyncService;
import dev.belljar.contract.operation.SyncApi;

/// The API's operations on sync modes, and on what waits for review.
final class SyncRoutes {
    private final SyncService syncs;

    SyncRoutes(SyncService syncs) {
        this.syncs = syncs;
    }

    void register(OperationRoutes routes) {
        routes.on(SyncApi.ALL, (_, _) -> syncs.all())
                .on(SyncApi.STATUS, (id, _) -> syncs.status(id))
                .on(SyncApi.SETTINGS, (id, _) -> syncs.settings(id))
                .on(SyncApi.SET, syncs::set)
                .on(SyncApi.RESET, (id, _) -> syncs.reset(id))
                .on(SyncApi.PROJECT, (_, request) -> syncs.project(request.project()))
                .on(SyncApi.SET_PROJECT, (_, request) -> syncs.setProject(request))
                .on(SyncApi.RESET_PROJECT, (_, request) -> syncs.resetProject(request.project()));
    }
}
