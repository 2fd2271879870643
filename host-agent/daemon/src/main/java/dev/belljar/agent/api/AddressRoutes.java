package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.RouteDesk;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of the addresses that lead into machines.
final class AddressRoutes {
    private static final int MOST_PORT = 65_535;

    private final RouteDesk routes;

    AddressRoutes(RouteDesk routes) {
        this.routes = routes;
    }

    List<Route> list() {
        return List.of(
                Route.get("/routes", c -> Answers.give(c, 200, routes.all())),
                Route.get("/sandboxes/{id}/routes", c -> Answers.give(c, 200, routes.of(Requests.sandbox(c)))),
                Route.put("/sandboxes/{id}/routes/main", this::choose),
                Route.post("/sandboxes/{id}/forwards", this::forward),
                Route.delete("/sandboxes/{id}/forwards/{port}", this::unforward));
    }

    private void choose(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(context, 200, routes.main(id, Requests.body(context, ChooseMain.class)));
    }

    private void forward(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(context, 200, routes.forward(id, Requests.body(context, ForwardPort.class)));
    }

    private void unforward(Context context) throws Exception {
        int port = (int) Requests.number("port", context.pathParam("port"), 1, MOST_PORT);
        Answers.give(context, 200, routes.unforward(Requests.sandbox(context), port));
    }
}
