package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.NetworkPolicies;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.KeepSecret;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of the audit and of secrets; no answer ever has a secret's text.
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
        String host =
                Requests.given("host", Requests.body(context, BindSecret.class).host());
        Answers.give(context, 200, wall.secrets().bind(context.pathParam("name"), host));
    }

    private void remove(Context context) throws Exception {
        wall.secrets().remove(context.pathParam("name"));
        context.status(204);
    }
}
