package dev.belljar.app.action;

import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import java.util.List;

/// The actions on the certificate authorities of this host that guests can be made to trust.
public final class AuthorityActions {
    private final TaskRunner tasks;

    AuthorityActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests the authorities.
    public UiTask<AuthorityList> list() {
        return tasks.task("authorities", agent -> agent.call(AuthorityApi.AUTHORITIES));
    }

    /// Makes all sandboxes trust an authority.
    public UiTask<AuthorityChange> trust(String fingerprint) {
        return tasks.task(
                "authority",
                agent -> agent.call(AuthorityApi.TRUST, new ChooseAuthorities(List.of(fingerprint), null)));
    }

    /// Makes the sandboxes of the project of a sandbox trust an authority.
    public UiTask<AuthorityChange> trustInProject(String fingerprint, String sandbox) {
        return tasks.task("authority", agent -> {
            String project = agent.call(SandboxApi.GET.at(sandbox)).spec().project();
            return agent.call(AuthorityApi.TRUST, new ChooseAuthorities(List.of(fingerprint), project));
        });
    }

    /// Ends the trust of all sandboxes in an authority.
    public UiTask<AuthorityChange> revoke(String fingerprint) {
        return tasks.task(
                "authority",
                agent -> agent.call(AuthorityApi.REVOKE, new ChooseAuthorities(List.of(fingerprint), null)));
    }
}
