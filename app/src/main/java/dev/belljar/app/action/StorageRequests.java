package dev.belljar.app.action;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The commands about the disk use of sandboxes on this computer.
public final class StorageRequests {
    private final AgentRequests requests;

    StorageRequests(AgentRequests requests) {
        this.requests = requests;
    }

    /// Requests the disk use and the limits.
    public UiTask<HostStorage> look() {
        return requests.task("storage", () -> requests.agent().call(StorageApi.ALL));
    }

    /// Changes the limits of all sandboxes unless `all` is null, and the quotas of single sandboxes by their
    /// ids, where empty returns to the quota of all. The result is the new state.
    public UiTask<HostStorage> change(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        return requests.task("storage-change", () -> {
            AgentClient storage = requests.agent();
            if (all != null) {
                storage.call(StorageApi.CHANGE, all);
            }
            for (Map.Entry<String, Optional<Long>> one : own.entrySet()) {
                if (one.getValue().isPresent()) {
                    storage.call(
                            StorageApi.SET_QUOTA.at(one.getKey()),
                            new SetQuota(one.getValue().get()));
                } else {
                    storage.call(StorageApi.RESET_QUOTA.at(one.getKey()));
                }
            }
            return storage.call(StorageApi.ALL);
        });
    }

    /// Resets the limits of all sandboxes to their defaults.
    public UiTask<HostStorage> reset() {
        return requests.task("storage-reset", () -> requests.agent().call(StorageApi.RESET));
    }
}
