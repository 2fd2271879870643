package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.StorageOperations;
import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import java.util.List;

/// The API's operations on the host's disk.
final class StorageRoutes {
    private static final String ONE = "/sandboxes/{id}/storage";

    private final StorageOperations storage;

    StorageRoutes(StorageOperations storage) {
        this.storage = storage;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/storage", c -> HttpResponses.give(c, 200, storage.storage())),
                ApiRoute.put(
                        "/storage",
                        c -> HttpResponses.give(c, 200, storage.change(RequestReader.body(c, SetStorage.class)))),
                ApiRoute.delete("/storage", c -> HttpResponses.give(c, 200, storage.reset())),
                ApiRoute.get(ONE, c -> HttpResponses.give(c, 200, storage.storage(RequestReader.sandbox(c)))),
                ApiRoute.put(
                        ONE,
                        c -> HttpResponses.give(
                                c,
                                200,
                                storage.change(RequestReader.sandbox(c), RequestReader.body(c, SetQuota.class)))),
                ApiRoute.delete(ONE, c -> HttpResponses.give(c, 200, storage.reset(RequestReader.sandbox(c)))));
    }
}
