package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Sandboxes;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import io.javalin.http.Context;
import java.util.List;

/// What can be asked of sandboxes.
final class SandboxRoutes {
    private static final int FINISHED = 200;
    private static final int FLOWS = 500;
    private static final int MOST_ROWS = 10_000;

    private final Sandboxes sandboxes;
    private final EventStream events;

    SandboxRoutes(Sandboxes sandboxes, EventStream events) {
        this.sandboxes = sandboxes;
        this.events = events;
    }

    List<Route> list() {
        return List.of(
                Route.get("/sandboxes", c -> Answers.give(c, 200, sandboxes.list())),
                Route.post("/sandboxes", this::create),
                Route.get("/sandboxes/{id}", c -> Answers.give(c, 200, sandboxes.get(id(c)))),
                Route.delete("/sandboxes/{id}", this::destroy),
                Route.post("/sandboxes/{id}/start", c -> Answers.give(c, 202, sandboxes.start(id(c)))),
                Route.post("/sandboxes/{id}/stop", this::stop),
                Route.post("/sandboxes/{id}/exec", this::exec),
                Route.get("/sandboxes/{id}/events", events::serve),
                Route.get("/sandboxes/{id}/processes", this::processes),
                Route.get("/sandboxes/{id}/fs/diff", c -> Answers.give(c, 200, sandboxes.diff(id(c)))),
                Route.get("/sandboxes/{id}/fs/diff/file", this::contents),
                Route.get("/sandboxes/{id}/network/log", this::flows),
                Route.get("/sandboxes/{id}/report", c -> Answers.give(c, 200, sandboxes.report(id(c)))),
                Route.post("/sandboxes/{id}/sync", c -> Answers.give(c, 200, sandboxes.plan(id(c)))),
                Route.post("/sandboxes/{id}/sync/accept", this::accept));
    }

    private void create(Context context) throws Exception {
        Sandbox made = sandboxes.create(Requests.body(context, CreateSandbox.class));
        context.header("Location", "/sandboxes/" + made.id());
        Answers.give(context, 201, made);
    }

    private void stop(Context context) throws Exception {
        boolean hibernate = Requests.flag(context, "hibernate", false);
        boolean now = Requests.flag(context, "now", false);
        if (hibernate && now) {
            throw ApiException.invalid("now and hibernate exclude each other: expected one of them");
        }
        String id = id(context);
        Answers.give(context, 202, now ? sandboxes.stopNow(id) : sandboxes.stop(id, hibernate));
    }

    private void destroy(Context context) throws Exception {
        boolean now = Requests.flag(context, "now", false);
        String id = id(context);
        Answers.give(context, 200, now ? sandboxes.destroyNow(id) : sandboxes.destroy(id));
    }

    private void exec(Context context) throws Exception {
        String id = id(context);
        Answers.give(context, 200, sandboxes.exec(id, Requests.command(Requests.body(context, ExecCommand.class))));
    }

    private void processes(Context context) throws Exception {
        int finished = (int) Requests.number(context, "finished", FINISHED, 0, MOST_ROWS);
        Answers.give(context, 200, sandboxes.processes(id(context), finished));
    }

    private void contents(Context context) throws Exception {
        Answers.give(context, 200, sandboxes.contents(id(context), Requests.path(context)));
    }

    private void flows(Context context) throws Exception {
        int most = (int) Requests.number(context, "most", FLOWS, 1, MOST_ROWS);
        Answers.give(context, 200, sandboxes.flows(id(context), most));
    }

    private void accept(Context context) throws Exception {
        String id = id(context);
        Answers.give(context, 200, sandboxes.accept(id, Requests.body(context, AcceptSync.class)));
    }

    private static String id(Context context) throws ApiException {
        return Requests.sandbox(context);
    }
}
