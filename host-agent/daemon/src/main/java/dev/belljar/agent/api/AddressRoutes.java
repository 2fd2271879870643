package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.RouteOperations;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import io.javalin.http.Context;
import java.util.List;

/// The API's operations on routes and port forwards.
final class AddressRoutes {
    private static final int MOST_PORT = 65_535;

    private final RouteOperations routes;

    AddressRoutes(RouteOperations routes) {
        this.routes = routes;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/routes", c -> HttpResponses.give(c, 200, routes.all())),
                ApiRoute.get(
                        "/sandboxes/{id}/routes", c -> HttpResponses.give(c, 200, routes.of(RequestReader.sandbox(c)))),
                ApiRoute.put("/sandboxes/{id}/routes/main", this::choose),
                ApiRoute.post("/sandboxes/{id}/forwards", this::forward),
                ApiRoute.delete("/sandboxes/{id}/forwards/{port}", this::unforward));
    }

    private void choose(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(context, 200, routes.main(id, RequestReader.body(context, ChooseMain.class)));
    }

    private void forward(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(context, 200, routes.forward(id, RequestReader.body(context, ForwardPort.class)));
    }

    private void unforward(Context context) throws Exception {
        int port = (int) RequestReader.number("port", context.pathParam("port"), 1, MOST_PORT);
        HttpResponses.give(context, 200, routes.unforward(RequestReader.sandbox(context), port));
    }
}
