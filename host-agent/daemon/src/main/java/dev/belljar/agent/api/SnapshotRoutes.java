package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.MachineHistory;
import dev.belljar.contract.request.Branch;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Snapshot;
import io.javalin.http.Context;
import java.util.List;
import java.util.regex.Pattern;

/// What can be asked of snapshots and branches.
final class SnapshotRoutes {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final MachineHistory history;

    SnapshotRoutes(MachineHistory history) {
        this.history = history;
    }

    List<Route> list() {
        return List.of(
                Route.get("/snapshots", c -> Answers.give(c, 200, history.snapshots(null))),
                Route.post("/sandboxes/{id}/snapshot", this::take),
                Route.get(
                        "/sandboxes/{id}/snapshots", c -> Answers.give(c, 200, history.snapshots(Requests.sandbox(c)))),
                Route.post("/sandboxes/{id}/branch", this::branchNow),
                Route.get("/sandboxes/{id}/identity", c -> Answers.give(c, 200, history.identity(Requests.sandbox(c)))),
                Route.post("/snapshots/{id}/restore", this::branch),
                Route.post("/snapshots/{id}/branch", this::branch),
                Route.get("/snapshots/{id}/diff", this::compare),
                Route.get("/snapshots/{id}/diff/file", this::contents),
                Route.delete("/snapshots/{id}", this::delete));
    }

    private void take(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(context, 201, history.snapshot(id, Requests.body(context, TakeSnapshot.class)));
    }

    private void branch(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(context, 201, history.branch(id, Requests.body(context, Branch.class)));
    }

    private void branchNow(Context context) throws Exception {
        String id = Requests.sandbox(context);
        Answers.give(context, 201, history.branchNow(id, Requests.body(context, Branch.class)));
    }

    private void compare(Context context) throws Exception {
        String from = Requests.sandbox(context);
        String to = context.queryParam("to");
        Answers.give(context, 200, history.compare(from, to == null ? origin(from) : Requests.sandbox(to)));
    }

    /// The sandbox a snapshot was taken of, which stands for what it is now.
    private String origin(String snapshot) throws Exception {
        return history.snapshots(null).stream()
                .filter(taken -> taken.id().equals(snapshot))
                .map(Snapshot::sandbox)
                .findFirst()
                .orElseThrow(
                        () -> ApiException.invalid(
                                "to: expected a snapshot, or a sandbox, which stands for now; it can be left out for a snapshot only"));
    }

    private void contents(Context context) throws Exception {
        String moment = Requests.sandbox(context);
        String base = commit(context, "base");
        String tip = commit(context, "tip");
        Answers.give(context, 200, history.contents(moment, base, tip, Requests.path(context)));
    }

    private static String commit(Context context, String name) throws ApiException {
        String value = context.queryParam(name);
        if (value == null || !COMMIT.matcher(value).matches()) {
            throw ApiException.invalid(name + ": expected a full commit id, as the comparison gave it");
        }
        return value;
    }

    private void delete(Context context) throws Exception {
        history.delete(Requests.sandbox(context));
        context.status(204);
    }
}
