package dev.belljar.app.action;

import dev.belljar.client.StorageClient;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything a person can ask about what sandboxes take of this computer's disk.
public final class StorageCommands {
    private final AgentCommands commands;

    StorageCommands(AgentCommands commands) {
        this.commands = commands;
    }

    /// What is taken, and what may be.
    public UiTask<HostStorage> look() {
        return commands.wish("storage", () -> commands.agent().storage().all());
    }

    /// Changes the limits of all, if there is such a wish, and those of single sandboxes by their ids: empty for the
    /// limit of all. What holds then.
    public UiTask<HostStorage> change(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        return commands.wish("storage-change", () -> {
            StorageClient storage = commands.agent().storage();
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
        return commands.wish("storage-reset", () -> commands.agent().storage().reset());
    }
}
