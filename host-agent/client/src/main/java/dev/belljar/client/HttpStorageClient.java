package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import dev.belljar.contract.view.SandboxStorage;

/// The API of disk usage over HTTP.
record HttpStorageClient(ApiRequests requests) implements StorageClient {
    @Override
    public HostStorage all() throws AgentException, InterruptedException {
        return requests.get("/storage", HostStorage.class);
    }

    @Override
    public HostStorage change(SetStorage request) throws AgentException, InterruptedException {
        return requests.put("/storage", request, HostStorage.class);
    }

    @Override
    public HostStorage reset() throws AgentException, InterruptedException {
        return requests.delete("/storage", HostStorage.class);
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
