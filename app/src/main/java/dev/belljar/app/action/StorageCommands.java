package dev.belljar.app.action;

import dev.belljar.client.StorageClient;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything a person can ask about what sandboxes take of this computer's disk.
public final class StorageCommands {
    private final AgentCommands wishes;

    StorageCommands(AgentCommands wishes) {
        this.wishes = wishes;
    }

    /// What is taken, and what may be.
    public UiTask<HostStorage> look() {
        return wishes.wish("storage", () -> wishes.agent().storage().all());
    }

    /// Changes the limits of all, if there is such a wish, and those of single sandboxes by their ids: empty for the
    /// limit of all. What holds then.
    public UiTask<HostStorage> change(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        return wishes.wish("storage-change", () -> {
            StorageClient storage = wishes.agent().storage();
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

    /// Forgets what was set for all.
    public UiTask<HostStorage> reset() {
        return wishes.wish("storage-reset", () -> wishes.agent().storage().reset());
    }
}
