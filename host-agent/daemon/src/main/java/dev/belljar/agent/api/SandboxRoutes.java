package dev.belljar.agent.api;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.retention.OneShotSandboxes;
import dev.belljar.agent.settings.SettingsService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.ProvenanceApi;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.provenance.FileBlame;

/// The API's operations on sandboxes.
final class SandboxRoutes {
    private final SandboxService sandboxes;
    private final GuestService guests;
    private final SandboxQueries queries;
    private final SnapshotService snapshots;
    private final SettingsService settings;
    private final OneShotSandboxes oneShots;

    SandboxRoutes(ApiServices services) {
        this.sandboxes = services.sandboxes();
        this.guests = services.access().guests();
        this.queries = services.queries();
        this.snapshots = services.snapshots().taken();
        this.settings = services.configuration().settings();
        this.oneShots = services.storage().oneShots();
    }

    void register(OperationRoutes routes) {
        routes.on(SandboxApi.LIST, (_, _) -> sandboxes.list())
                .on(SandboxApi.CREATE, (_, request) -> sandboxes.create(request))
                .on(SandboxApi.GET, (id, _) -> sandboxes.get(id))
                .on(
                        SandboxApi.DESTROY,
                        (id, request) -> request.now() ? sandboxes.destroyNow(id) : sandboxes.destroy(id))
                .run(SandboxApi.RENEW, (id, _) -> oneShots.renew(id))
                .run(SandboxApi.DISCARD, (id, _) -> oneShots.discard(id))
                .on(SandboxApi.START, (id, _) -> sandboxes.start(id))
                .on(SandboxApi.STOP, this::stop)
                .on(SandboxApi.SETTINGS, (id, _) -> settings.settings(id))
                .on(SandboxApi.SET, settings::change)
                .on(SandboxApi.EXEC, (id, request) -> guests.exec(id, RequestReader.command(request)))
                .on(SandboxApi.PROCESSES, (id, request) -> queries.processes(id, request.finished()))
                .on(HostApi.GAUGES, (_, request) -> queries.gauges(request.sandbox()))
                .on(SandboxApi.WORK, (id, request) -> queries.work(id, request.fetch()))
                .on(SandboxApi.DIFF, (id, _) -> queries.work(id, true).changes())
                .on(
                        SandboxApi.CONTENTS,
                        (id, request) -> queries.contents(id, RequestReader.workspacePath(request.path())))
                .on(SandboxApi.FLOWS, queries::flows)
                .on(SandboxApi.REPORT, (id, _) -> queries.report(id))
                .on(SandboxApi.IDENTITY, (id, _) -> snapshots.identity(id))
                .on(SyncApi.PLAN, (id, _) -> queries.plan(id))
                .on(SyncApi.REVIEW, queries::review)
                .on(SyncApi.BASES, (id, _) -> queries.reviewBases(id))
                .on(SyncApi.HUNKS, queries::hunks)
                .on(SyncApi.HUNK_COUNTS, queries::hunkCounts)
                .on(SyncApi.ACCEPT, queries::accept)
                .on(SyncApi.CONFLICTS, queries::conflicts)
                .on(SyncApi.UNDO, queries::undo)
                .on(PushApi.PUSH, queries::push)
                .on(ProvenanceApi.BLAME, this::blame);
    }

    private FileBlame blame(String id, ReadBlame request) throws BelljarException, InterruptedException {
        return queries.blame(id, new ReadBlame(RequestReader.workspacePath(request.path()), request.commit()));
    }

    private Sandbox stop(String id, StopSandbox request) throws BelljarException, InterruptedException {
        if (request.hibernate() && request.now()) {
            throw ApiException.invalid("`now` and `hibernate` cannot be combined: expected at most one of them");
        }
        return request.now() ? sandboxes.stopNow(id) : sandboxes.stop(id, request.hibernate());
    }
}
