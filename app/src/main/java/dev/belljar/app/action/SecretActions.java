package dev.belljar.app.action;

import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.codingagent.BeginLogin;
import dev.belljar.contract.request.codingagent.FinishLogin;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.view.codingagent.LoginAttempt;
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
        return keep(new KeepSecret(name, value));
    }

    /// Stores a secret that a command on this computer prints; the result is the new list.
    public UiTask<List<SecretInfo>> keepCommand(String name, String command) {
        return keep(new KeepSecret(name, null, command));
    }

    private UiTask<List<SecretInfo>> keep(KeepSecret request) {
        return tasks.task("secret", agent -> {
            agent.call(SecretApi.KEEP, request);
            return agent.call(SecretApi.SECRETS);
        });
    }

    /// Begins a login in the browser for a coding agent.
    public UiTask<LoginAttempt> beginLogin(String agent) {
        return tasks.task("login", client -> client.call(SecretApi.BEGIN_LOGIN, new BeginLogin(agent)));
    }

    /// Waits up to 20 s for the end of a login.
    public UiTask<LoginAttempt> awaitLogin(String id) {
        return tasks.task("login", client -> client.call(SecretApi.FINISH_LOGIN.at(id), new FinishLogin(null)));
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
