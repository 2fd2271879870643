package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SshAccess;
import dev.belljar.contract.request.AddSshKey;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of the keys that open machines by ssh.
final class SshRoutes {
    private final SshAccess ssh;

    SshRoutes(SshAccess ssh) {
        this.ssh = ssh;
    }

    List<Route> list() {
        return List.of(
                Route.get("/sandboxes/{id}/ssh-keys", c -> Answers.give(c, 200, ssh.keys(Requests.sandbox(c)))),
                Route.post("/sandboxes/{id}/ssh-keys", this::add),
                Route.delete("/sandboxes/{id}/ssh-keys", this::revoke),
                Route.post("/sandboxes/{id}/machine-key", c -> Answers.give(c, 200, ssh.own(Requests.sandbox(c)))));
    }

    private void add(Context context) throws Exception {
        String id = Requests.sandbox(context);
        AddSshKey wanted = Requests.body(context, AddSshKey.class);
        Answers.give(context, 201, ssh.add(id, Requests.given("key", wanted.key())));
    }

    private void revoke(Context context) throws Exception {
        String key = Requests.given("key", context.queryParam("key"));
        Answers.give(context, 200, ssh.revoke(Requests.sandbox(context), key));
    }
}
