package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SandboxOperations;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import io.javalin.http.Context;
import java.util.List;

/// The API's operations on sandboxes.
final class SandboxRoutes {
    private static final int FINISHED = 200;
    private static final int FLOWS = 500;
    private static final int MOST_ROWS = 10_000;

    private final SandboxOperations sandboxes;
    private final EventStream events;

    SandboxRoutes(SandboxOperations sandboxes, EventStream events) {
        this.sandboxes = sandboxes;
        this.events = events;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/sandboxes", c -> HttpResponses.give(c, 200, sandboxes.list())),
                ApiRoute.post("/sandboxes", this::create),
                ApiRoute.get("/sandboxes/{id}", c -> HttpResponses.give(c, 200, sandboxes.get(id(c)))),
                ApiRoute.delete("/sandboxes/{id}", this::destroy),
                ApiRoute.post("/sandboxes/{id}/start", c -> HttpResponses.give(c, 202, sandboxes.start(id(c)))),
                ApiRoute.post("/sandboxes/{id}/stop", this::stop),
                ApiRoute.post("/sandboxes/{id}/exec", this::exec),
                ApiRoute.get("/sandboxes/{id}/events", events::serve),
                ApiRoute.get("/sandboxes/{id}/processes", this::processes),
                ApiRoute.get("/sandboxes/{id}/fs/diff", c -> HttpResponses.give(c, 200, sandboxes.diff(id(c)))),
                ApiRoute.get("/sandboxes/{id}/fs/diff/file", this::contents),
                ApiRoute.get("/sandboxes/{id}/network/log", this::flows),
                ApiRoute.get("/sandboxes/{id}/report", c -> HttpResponses.give(c, 200, sandboxes.report(id(c)))),
                ApiRoute.post("/sandboxes/{id}/sync", c -> HttpResponses.give(c, 200, sandboxes.plan(id(c)))),
                ApiRoute.post("/sandboxes/{id}/sync/accept", this::accept));
    }

    private void create(Context context) throws Exception {
        Sandbox made = sandboxes.create(RequestReader.body(context, CreateSandbox.class));
        context.header("Location", "/sandboxes/" + made.id());
        HttpResponses.give(context, 201, made);
    }

    private void stop(Context context) throws Exception {
        boolean hibernate = RequestReader.flag(context, "hibernate", false);
        boolean now = RequestReader.flag(context, "now", false);
        if (hibernate && now) {
            throw ApiException.invalid("`now` and `hibernate` cannot be combined: expected at most one of them");
        }
        String id = id(context);
        HttpResponses.give(context, 202, now ? sandboxes.stopNow(id) : sandboxes.stop(id, hibernate));
    }

    private void destroy(Context context) throws Exception {
        boolean now = RequestReader.flag(context, "now", false);
        String id = id(context);
        HttpResponses.give(context, 200, now ? sandboxes.destroyNow(id) : sandboxes.destroy(id));
    }

    private void exec(Context context) throws Exception {
        String id = id(context);
        HttpResponses.give(
                context,
                200,
                sandboxes.exec(id, RequestReader.command(RequestReader.body(context, ExecCommand.class))));
    }

    private void processes(Context context) throws Exception {
        int finished = (int) RequestReader.number(context, "finished", FINISHED, 0, MOST_ROWS);
        HttpResponses.give(context, 200, sandboxes.processes(id(context), finished));
    }

    private void contents(Context context) throws Exception {
        HttpResponses.give(context, 200, sandboxes.contents(id(context), RequestReader.path(context)));
    }

    private void flows(Context context) throws Exception {
        int most = (int) RequestReader.number(context, "most", FLOWS, 1, MOST_ROWS);
        HttpResponses.give(context, 200, sandboxes.flows(id(context), most));
    }

    private void accept(Context context) throws Exception {
        String id = id(context);
        HttpResponses.give(context, 200, sandboxes.accept(id, RequestReader.body(context, AcceptSync.class)));
    }

    private static String id(Context context) throws ApiException {
        return RequestReader.sandbox(context);
    }
}
