package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SnapshotOperations;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Snapshot;
import io.javalin.http.Context;
import java.util.List;
import java.util.regex.Pattern;

/// The API's operations on snapshots and branches.
final class SnapshotRoutes {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final SnapshotOperations history;

    SnapshotRoutes(SnapshotOperations history) {
        this.history = history;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/snapshots", c -> HttpResponses.give(c, 200, history.snapshots(null))),
                ApiRoute.post("/sandboxes/{id}/snapshot", this::take),
                ApiRoute.get(
                        "/sandboxes/{id}/snapshots",
                        c -> HttpResponses.give(c, 200, history.snapshots(RequestReader.sandbox(c)))),
                ApiRoute.post("/sandboxes/{id}/branch", this::branchNow),
                ApiRoute.get(
                        "/sandboxes/{id}/identity",
                        c -> HttpResponses.give(c, 200, history.identity(RequestReader.sandbox(c)))),
                ApiRoute.post("/snapshots/{id}/restore", this::branch),
                ApiRoute.post("/snapshots/{id}/branch", this::branch),
                ApiRoute.get("/snapshots/{id}/diff", this::compare),
                ApiRoute.get("/snapshots/{id}/diff/file", this::contents),
                ApiRoute.delete("/snapshots/{id}", this::delete));
    }

    private void take(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(context, 201, history.snapshot(id, RequestReader.body(context, TakeSnapshot.class)));
    }

    private void branch(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(context, 201, history.branch(id, RequestReader.body(context, BranchSandbox.class)));
    }

    private void branchNow(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        HttpResponses.give(context, 201, history.branchNow(id, RequestReader.body(context, BranchSandbox.class)));
    }

    private void compare(Context context) throws Exception {
        String from = RequestReader.sandbox(context);
        String to = context.queryParam("to");
        HttpResponses.give(context, 200, history.compare(from, to == null ? origin(from) : RequestReader.sandbox(to)));
    }

    /// The id of the sandbox that a snapshot was taken of: a comparison without `to` is with that sandbox as it
    /// is now.
    private String origin(String snapshot) throws Exception {
        return history.snapshots(null).stream()
                .filter(taken -> taken.id().equals(snapshot))
                .map(Snapshot::sandbox)
                .findFirst()
                .orElseThrow(() -> ApiException.invalid(
                        "`to` is missing: expected a snapshot, or a sandbox for its current state; it may be omitted "
                                + "only when the comparison starts from a snapshot"));
    }

    private void contents(Context context) throws Exception {
        String snapshot = RequestReader.sandbox(context);
        String base = commit(context, "base");
        String tip = commit(context, "tip");
        HttpResponses.give(context, 200, history.contents(snapshot, base, tip, RequestReader.path(context)));
    }

    private static String commit(Context context, String name) throws ApiException {
        String value = context.queryParam(name);
        if (value == null || !COMMIT.matcher(value).matches()) {
            throw ApiException.invalid(name + ": expected a full commit id, as returned by the comparison");
        }
        return value;
    }

    private void delete(Context context) throws Exception {
        history.delete(RequestReader.sandbox(context));
        context.status(204);
    }
}
