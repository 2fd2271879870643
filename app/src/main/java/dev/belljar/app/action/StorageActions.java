package dev.belljar.app.action;

import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The actions on the disk use of sandboxes on this computer, and on how long they are kept.
public final class StorageActions {
    private final TaskRunner tasks;

    StorageActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests the disk use and the limits.
    public UiTask<HostStorage> look() {
        return tasks.task("storage", agent -> agent.call(StorageApi.ALL));
    }

    /// Changes the limits of all sandboxes unless `all` is null, and the quotas of single sandboxes by their
    /// ids, where empty returns to the quota of all. The result is the new state.
    public UiTask<HostStorage> change(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        return tasks.task("storage-change", agent -> {
            if (all != null) {
                agent.call(StorageApi.CHANGE, all);
            }
            for (Map.Entry<String, Optional<Long>> one : own.entrySet()) {
                if (one.getValue().isPresent()) {
                    agent.call(
                            StorageApi.SET_QUOTA.at(one.getKey()),
                            new SetQuota(one.getValue().get()));
                } else {
                    agent.call(StorageApi.RESET_QUOTA.at(one.getKey()));
                }
            }
            return agent.call(StorageApi.ALL);
        });
    }

    /// Resets the limits of all sandboxes to their defaults.
    public UiTask<HostStorage> reset() {
        return tasks.task("storage-reset", agent -> agent.call(StorageApi.RESET));
    }

    /// Requests the retention settings.
    public UiTask<RetentionStatus> retention() {
        return tasks.task("retention", agent -> agent.call(StorageApi.RETENTION));
    }

    /// Changes the retention settings.
    public UiTask<RetentionStatus> retain(SetRetention request) {
        return tasks.task("retain", agent -> agent.call(StorageApi.SET_RETENTION, request));
    }
}
