package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SandboxPolicyOperations;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetInspection;
import io.javalin.http.Context;
import java.util.List;

/// The API's operations on the audit, secrets and TLS inspection. No response ever has a secret's text.
final class NetworkRoutes {
    private static final int ENTRIES = 200;
    private static final int MOST_ENTRIES = 10_000;

    private final SandboxPolicyOperations policies;

    NetworkRoutes(SandboxPolicyOperations policies) {
        this.policies = policies;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/audit", this::entries),
                ApiRoute.get(
                        "/audit/verify",
                        c -> HttpResponses.give(c, 200, policies.audit().verify())),
                ApiRoute.get(
                        "/sandboxes/{id}/inspection",
                        c -> HttpResponses.give(c, 200, policies.inspection(RequestReader.sandbox(c)))),
                ApiRoute.post("/sandboxes/{id}/inspection", this::inspect),
                ApiRoute.get(
                        "/secrets",
                        c -> HttpResponses.give(c, 200, policies.secrets().list())),
                ApiRoute.post("/secrets", this::keep),
                ApiRoute.post("/secrets/{name}/bind", this::bind),
                ApiRoute.delete("/secrets/{name}", this::remove));
    }

    private void entries(Context context) throws Exception {
        int most = (int) RequestReader.number(context, "most", ENTRIES, 1, MOST_ENTRIES);
        HttpResponses.give(context, 200, policies.audit().newest(most));
    }

    private void keep(Context context) throws Exception {
        KeepSecret request = RequestReader.body(context, KeepSecret.class);
        String name = RequestReader.given("name", request.name());
        HttpResponses.give(context, 201, policies.secrets().keep(name, RequestReader.given("value", request.value())));
    }

    private void bind(Context context) throws Exception {
        BindSecret request = RequestReader.body(context, BindSecret.class);
        String host = RequestReader.given("host", request.host());
        String secret = context.pathParam("name");
        boolean anywhere = Boolean.TRUE.equals(request.anywhere());
        HttpResponses.give(context, 200, policies.bind(secret, host, anywhere, request.sandbox()));
    }

    private void inspect(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        SetInspection request = RequestReader.body(context, SetInspection.class);
        List<String> names = request.names() == null ? List.of() : request.names();
        HttpResponses.give(context, 200, policies.inspect(id, RequestReader.given("on", request.on()), names));
    }

    private void remove(Context context) throws Exception {
        policies.secrets().remove(context.pathParam("name"));
        context.status(204);
    }
}
