package dev.belljar.client;

import static dev.belljar.client.Requests.encode;

import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.SandboxStorage;
import dev.belljar.contract.view.Storage;

/// The host's disk over HTTP.
record HttpStorageClient(Requests requests) implements StorageClient {
    @Override
    public Storage all() throws AgentException, InterruptedException {
        return requests.get("/storage", Storage.class);
    }

    @Override
    public Storage change(SetStorage wish) throws AgentException, InterruptedException {
        return requests.put("/storage", wish, Storage.class);
    }

    @Override
    public Storage reset() throws AgentException, InterruptedException {
        return requests.delete("/storage", Storage.class);
    }

    @Override
    public SandboxStorage one(String id) throws AgentException, InterruptedException {
        return requests.get(path(id), SandboxStorage.class);
    }

    @Override
    public SandboxStorage quota(String id, long bytes) throws AgentException, InterruptedException {
        return requests.put(path(id), new SetQuota(bytes), SandboxStorage.class);
    }

    @Override
    public SandboxStorage reset(String id) throws AgentException, InterruptedException {
        return requests.delete(path(id), SandboxStorage.class);
    }

    private static String path(String id) {
        return "/sandboxes/" + encode(id) + "/storage";
    }
}
