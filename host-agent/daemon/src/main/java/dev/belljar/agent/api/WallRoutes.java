package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.NetworkPolicies;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetInspection;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of the audit, of secrets and of what is looked into; no answer ever has a secret's text.
final class WallRoutes {
    private static final int ENTRIES = 200;
    private static final int MOST_ENTRIES = 10_000;

    private final NetworkPolicies wall;

    WallRoutes(NetworkPolicies wall) {
        this.wall = wall;
    }

    List<Route> list() {
        return List.of(
                Route.get("/audit", this::entries),
                Route.get(
                        "/audit/verify", c -> Answers.give(c, 200, wall.audit().verify())),
                Route.get(
                        "/sandboxes/{id}/inspection", c -> Answers.give(c, 200, wall.inspection(Requests.sandbox(c)))),
                Route.post("/sandboxes/{id}/inspection", this::inspect),
                Route.get("/secrets", c -> Answers.give(c, 200, wall.secrets().list())),
                Route.post("/secrets", this::keep),
                Route.post("/secrets/{name}/bind", this::bind),
                Route.delete("/secrets/{name}", this::remove));
    }

    private void entries(Context context) throws Exception {
        int most = (int) Requests.number(context, "most", ENTRIES, 1, MOST_ENTRIES);
        Answers.give(context, 200, wall.audit().newest(most));
    }

    private void keep(Context context) throws Exception {
        KeepSecret wanted = Requests.body(context, KeepSecret.class);
        String name = Requests.given("name", wanted.name());
        Answers.give(context, 201, wall.secrets().keep(name, Requests.given("value", wanted.value())));
    }

    private void bind(Context context) throws Exception {
        BindSecret wanted = Requests.body(context, BindSecret.class);
        String host = Requests.given("host", wanted.host());
        String secret = context.pathParam("name");
        boolean anywhere = Boolean.TRUE.equals(wanted.anywhere());
        Answers.give(context, 200, wall.bind(secret, host, anywhere, wanted.sandbox()));
    }

    private void inspect(Context context) throws Exception {
        String id = Requests.sandbox(context);
        SetInspection wanted = Requests.body(context, SetInspection.class);
        List<String> names = wanted.names() == null ? List.of() : wanted.names();
        Answers.give(context, 200, wall.inspect(id, Requests.given("on", wanted.on()), names));
    }

    private void remove(Context context) throws Exception {
        wall.secrets().remove(context.pathParam("name"));
        context.status(204);
    }
}
