package dev.belljar.app.action;

import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.AuthorityList;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;
import java.util.List;

/// The actions on what guests can take over from this host: certificate authorities, and mirrors of package
/// managers.
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

    /// Requests the mirrors.
    public UiTask<MirrorList> mirrors() {
        return tasks.task("mirrors", agent -> agent.call(AuthorityApi.MIRRORS));
    }

    /// Makes all sandboxes use a mirror.
    public UiTask<MirrorChange> useMirror(String id) {
        return tasks.task("mirror", agent -> agent.call(AuthorityApi.USE_MIRRORS, new ChooseMirrors(List.of(id))));
    }

    /// Ends the use of a mirror in all sandboxes.
    public UiTask<MirrorChange> forgetMirror(String id) {
        return tasks.task("mirror", agent -> agent.call(AuthorityApi.FORGET_MIRRORS, new ChooseMirrors(List.of(id))));
    }

    /// Ends the trust of all sandboxes in an authority.
    public UiTask<AuthorityChange> revoke(String fingerprint) {
        return tasks.task(
                "authority",
                agent -> agent.call(AuthorityApi.REVOKE, new ChooseAuthorities(List.of(fingerprint), null)));
    }
}
