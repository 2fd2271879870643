package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.autosnapshot.AutomaticSnapshotService;
import dev.belljar.agent.branch.BranchService;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.branch.WorkspaceComparer;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.CompareWith;
import dev.belljar.contract.request.work.ReadComparedFile;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.regex.Pattern;

/// The API's operations on snapshots and branches.
final class SnapshotRoutes {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private final SnapshotService snapshots;
    private final AutomaticSnapshotService automatic;
    private final BranchService branches;
    private final WorkspaceComparer comparisons;

    SnapshotRoutes(ApiServices.SnapshotServices services) {
        this.snapshots = services.taken();
        this.automatic = services.automatic();
        this.branches = services.branches();
        this.comparisons = services.comparisons();
    }

    void register(OperationRoutes routes) {
        routes.on(SnapshotApi.LIST_ALL, (_, _) -> snapshots.snapshots(null))
                .on(SnapshotApi.LIST, (id, _) -> snapshots.snapshots(id))
                .on(SnapshotApi.TAKE, snapshots::snapshot)
                .on(SnapshotApi.BRANCH_NOW, branches::branchNow)
                .on(SnapshotApi.BRANCH, branches::branch)
                .on(SnapshotApi.COMPARE, this::compare)
                .on(SnapshotApi.CONTENTS, this::contents)
                .on(SnapshotApi.KEEP, (id, _) -> snapshots.keep(id))
                .on(SnapshotApi.SETTINGS, (_, _) -> automatic.settings())
                .on(SnapshotApi.SET_SETTINGS, (_, request) -> automatic.set(request))
                .on(SnapshotApi.RESET_SETTINGS, (_, _) -> automatic.reset())
                .on(SnapshotApi.SANDBOX_SETTINGS, (id, _) -> automatic.settings(id))
                .on(SnapshotApi.SET_SANDBOX_SETTINGS, automatic::set)
                .on(SnapshotApi.RESET_SANDBOX_SETTINGS, (id, _) -> automatic.reset(id))
                .run(SnapshotApi.DELETE, (id, _) -> snapshots.delete(id));
    }

    private WorkspaceComparison compare(String from, CompareWith request)
            throws BelljarException, InterruptedException {
        String to = request.to();
        return comparisons.compare(from, to == null ? origin(from) : RequestReader.id(to));
    }

    /// The id of the sandbox that a snapshot was taken of: a comparison without `to` is with that sandbox as it
    /// is now.
    private String origin(String snapshot) throws BelljarException, InterruptedException {
        return snapshots.snapshots(null).stream()
                .filter(taken -> taken.id().equals(snapshot))
                .map(Snapshot::sandbox)
                .findFirst()
                .orElseThrow(() -> ApiException.invalid(
                        "`to` is missing: expected a snapshot, or a sandbox for its current state; it may be omitted "
                                + "only when the comparison starts from a snapshot"));
    }

    private FileContents contents(String snapshot, ReadComparedFile request)
            throws BelljarException, InterruptedException {
        return comparisons.contents(
                snapshot,
                commit("base", request.base()),
                commit("tip", request.tip()),
                RequestReader.workspacePath(request.path()));
    }

    private static String commit(String name, String value) throws ApiException {
        if (!COMMIT.matcher(value).matches()) {
            throw ApiException.invalid(name + ": expected a full commit id, as returned by the comparison");
        }
        return value;
    }
}
