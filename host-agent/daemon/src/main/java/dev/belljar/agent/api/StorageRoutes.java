package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.retention.RetentionService;
import dev.belljar.agent.retention.StorageService;
import dev.belljar.agent.retention.TrashService;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.StorageTier;

/// The API's operations on disk usage, storage tiers, retention and the trash.
final class StorageRoutes {
    private final StorageService storage;
    private final RetentionService retention;
    private final TrashService trash;

    StorageRoutes(ApiServices.StorageServices services) {
        this.storage = services.usage();
        this.retention = services.retention();
        this.trash = services.trash();
    }

    void register(OperationRoutes routes) {
        routes.on(StorageApi.ALL, (_, _) -> storage.storage())
                .on(StorageApi.CHANGE, (_, request) -> storage.change(request))
                .on(StorageApi.RESET, (_, _) -> storage.reset())
                .on(StorageApi.ONE, (id, _) -> storage.storage(id))
                .on(StorageApi.SET_QUOTA, storage::change)
                .on(StorageApi.RESET_QUOTA, (id, _) -> storage.reset(id))
                .on(StorageApi.MOVE, this::move)
                .on(StorageApi.RETENTION, (_, _) -> retention.retention())
                .on(StorageApi.SET_RETENTION, (_, request) -> retention.retain(request))
                .on(StorageApi.RESET_RETENTION, (_, _) -> retention.retainAsUsual())
                .on(StorageApi.TRASH, (_, _) -> trash.trash())
                .on(StorageApi.TRASH_ITEM, (id, _) -> trash.trash(id))
                .on(StorageApi.RESTORE_TRASH, (id, _) -> trash.restore(id))
                .run(StorageApi.DISCARD_TRASH, (id, _) -> trash.discard(id))
                .on(StorageApi.EMPTY_TRASH, (_, request) -> trash.empty(request.unsaved()))
                .on(StorageApi.COLLECT, (_, request) -> trash.collect(request.dryRun()));
    }

    private Sandbox move(String id, MoveToTier request) throws BelljarException, InterruptedException {
        if (request.to() == StorageTier.HOT) {
            throw ApiException.invalid("to: expected \"warm\" or \"cold\"");
        }
        return retention.pack(id, request.to(), request.dropMemory());
    }
}
