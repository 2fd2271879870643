package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.StorageControl;
import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import java.util.List;

/// What can be asked of the host's disk.
final class StorageRoutes {
    private static final String ONE = "/sandboxes/{id}/storage";

    private final StorageControl storage;

    StorageRoutes(StorageControl storage) {
        this.storage = storage;
    }

    List<Route> list() {
        return List.of(
                Route.get("/storage", c -> Answers.give(c, 200, storage.storage())),
                Route.put("/storage", c -> Answers.give(c, 200, storage.change(Requests.body(c, SetStorage.class)))),
                Route.delete("/storage", c -> Answers.give(c, 200, storage.reset())),
                Route.get(ONE, c -> Answers.give(c, 200, storage.storage(Requests.sandbox(c)))),
                Route.put(
                        ONE,
                        c -> Answers.give(
                                c, 200, storage.change(Requests.sandbox(c), Requests.body(c, SetQuota.class)))),
                Route.delete(ONE, c -> Answers.give(c, 200, storage.reset(Requests.sandbox(c)))));
    }
}
