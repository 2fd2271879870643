package dev.belljar.app.action;

import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import java.util.List;

/// The actions on the secrets of this host.
public final class SecretActions {
    private final TaskRunner tasks;

    SecretActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests the secrets on this host, without their values.
    public UiTask<List<SecretInfo>> list() {
        return tasks.task("secrets", agent -> agent.call(SecretApi.SECRETS));
    }

    /// Stores a secret; the result is the new list.
    public UiTask<List<SecretInfo>> keep(String name, String value) {
        return tasks.task("secret", agent -> {
            agent.call(SecretApi.KEEP, new KeepSecret(name, value));
            return agent.call(SecretApi.SECRETS);
        });
    }

    /// Allows a secret for a host name; the result is the new list.
    public UiTask<List<SecretInfo>> bind(String name, String host) {
        return tasks.task("secret", agent -> {
            agent.call(SecretApi.BIND.at(name), new BindSecret(host, null, null));
            return agent.call(SecretApi.SECRETS);
        });
    }

    /// Removes a secret; the result is the new list.
    public UiTask<List<SecretInfo>> forget(String name) {
        return tasks.task("secret", agent -> {
            agent.call(SecretApi.REMOVE.at(name));
            return agent.call(SecretApi.SECRETS);
        });
    }
}
