package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SshOperations;
import dev.belljar.contract.request.AddSshKey;
import io.javalin.http.Context;
import java.util.List;

/// The API's operations on the keys that may enter machines by ssh.
final class SshRoutes {
    private final SshOperations ssh;

    SshRoutes(SshOperations ssh) {
        this.ssh = ssh;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get(
                        "/sandboxes/{id}/ssh-keys",
                        c -> HttpResponses.give(c, 200, ssh.keys(RequestReader.sandbox(c)))),
                ApiRoute.post("/sandboxes/{id}/ssh-keys", this::add),
                ApiRoute.delete("/sandboxes/{id}/ssh-keys", this::revoke),
                ApiRoute.post(
                        "/sandboxes/{id}/machine-key",
                        c -> HttpResponses.give(c, 200, ssh.own(RequestReader.sandbox(c)))));
    }

    private void add(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        AddSshKey request = RequestReader.body(context, AddSshKey.class);
        HttpResponses.give(context, 201, ssh.add(id, RequestReader.given("key", request.key())));
    }

    private void revoke(Context context) throws Exception {
        String key = RequestReader.given("key", context.queryParam("key"));
        HttpResponses.give(context, 200, ssh.revoke(RequestReader.sandbox(context), key));
    }
}
