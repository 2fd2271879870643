package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SandboxOperations;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;

/// The API's operations on sandboxes.
final class SandboxRoutes {
    private final SandboxOperations sandboxes;

    SandboxRoutes(SandboxOperations sandboxes) {
        this.sandboxes = sandboxes;
    }

    void register(OperationRoutes routes) {
        routes.on(SandboxApi.LIST, (_, _) -> sandboxes.list())
                .on(SandboxApi.CREATE, (_, request) -> sandboxes.create(request))
                .on(SandboxApi.GET, (id, _) -> sandboxes.get(id))
                .on(
                        SandboxApi.DESTROY,
                        (id, request) -> request.now() ? sandboxes.destroyNow(id) : sandboxes.destroy(id))
                .on(SandboxApi.START, (id, _) -> sandboxes.start(id))
                .on(SandboxApi.STOP, this::stop)
                .on(SandboxApi.EXEC, (id, request) -> sandboxes.exec(id, RequestReader.command(request)))
                .on(SandboxApi.PROCESSES, (id, request) -> sandboxes.processes(id, request.finished()))
                .on(SandboxApi.DIFF, (id, _) -> sandboxes.diff(id))
                .on(
                        SandboxApi.CONTENTS,
                        (id, request) -> sandboxes.contents(id, RequestReader.workspacePath(request.path())))
                .on(SandboxApi.FLOWS, (id, request) -> sandboxes.flows(id, request.most()))
                .on(SandboxApi.REPORT, (id, _) -> sandboxes.report(id))
                .on(SandboxApi.IDENTITY, (id, _) -> sandboxes.history().identity(id))
                .on(SandboxApi.PLAN, (id, _) -> sandboxes.plan(id))
                .on(SandboxApi.ACCEPT, sandboxes::accept);
    }

    private Sandbox stop(String id, StopSandbox request) throws BelljarException, InterruptedException {
        if (request.hibernate() && request.now()) {
            throw ApiException.invalid("`now` and `hibernate` cannot be combined: expected at most one of them");
        }
        return request.now() ? sandboxes.stopNow(id) : sandboxes.stop(id, request.hibernate());
    }
}
