package dev.belljar.app.action;

import dev.belljar.client.StorageClient;
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
        return requests.task("storage", () -> requests.agent().storage().all());
    }

    /// Changes the limits of all sandboxes unless `all` is null, and the quotas of single sandboxes by their
    /// ids, where empty returns to the quota of all. The result is the new state.
    public UiTask<HostStorage> change(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        return requests.task("storage-change", () -> {
            StorageClient storage = requests.agent().storage();
            if (all != null) {
                storage.change(all);
            }
            for (Map.Entry<String, Optional<Long>> one : own.entrySet()) {
                if (one.getValue().isPresent()) {
                    storage.quota(one.getKey(), one.getValue().get());
                } else {
                    storage.reset(one.getKey());
                }
            }
            return storage.all();
        });
    }

    /// Resets the limits of all sandboxes to their defaults.
    public UiTask<HostStorage> reset() {
        return requests.task("storage-reset", () -> requests.agent().storage().reset());
    }
}
