package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.OperationCall;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.RuleScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How the recorded agent responds to each operation of the API.
final class RecordedOperations {
    private final Map<String, RecordedPathAnswer<?, ?>> handlers = new HashMap<>();
    private final RecordedAgent agent;
    private final RecordedPolicies policies;
    private final RecordedSsh ssh;
    private final RecordedStorage storage;
    private final RecordedRoutes routes;
    private final RecordedSessions sessions = new RecordedSessions();

    RecordedOperations(RecordedAgent agent, RecordedPolicies policies, RecordedSsh ssh) {
        this.agent = agent;
        this.policies = policies;
        this.ssh = ssh;
        storage = new RecordedStorage(agent::record);
        routes = new RecordedRoutes(agent);
        host();
        sandbox();
        snapshot();
        storage();
        policy();
        secret();
        access();
    }

    @SuppressWarnings("unchecked") // `on` stores a handler of the same types under the operation's name
    <Q extends Record, A> A call(OperationCall<Q, A> call, Q request) throws AgentException, InterruptedException {
        RecordedPathAnswer<Q, A> handler =
                (RecordedPathAnswer<Q, A>) handlers.get(call.operation().name());
        if (handler == null) {
            throw RecordedAgent.recordingHasNo(call.operation().name());
        }
        return handler.handle(call.path(), request);
    }

    private void host() {
        on(HostApi.HEALTH, (_, _) -> agent.health());
        on(HostApi.STATUS, (_, _) -> agent.host());
        on(HostApi.GAUGES, (_, request) -> agent.gauges(request.sandbox()));
        on(HostApi.ACCEPT_EMULATION, (_, _) -> agent.acceptEmulation());
        on(HostApi.BUILD_IMAGE, (_, _) -> agent.buildImage());
        on(HostApi.REFRESH_IMAGE, (_, _) -> agent.refreshImage());
        on(HostApi.CANCEL_IMAGE, (_, _) -> agent.cancelImage());
        on(HostApi.CHECK_IMAGE, (_, _) -> agent.checkImage());
        on(HostApi.PRUNE_IMAGES, (_, _) -> agent.pruneImages());
        run(HostApi.REBUILD_INDEX, (_, _) -> agent.rebuildIndex());
        run(HostApi.SHUTDOWN, (_, _) -> agent.shutdown());
    }

    private void sandbox() {
        on(SandboxApi.LIST, (_, _) -> agent.list());
        on(SandboxApi.CREATE, (_, request) -> agent.create(request));
        on(SandboxApi.GET, (id, _) -> agent.get(id));
        on(SandboxApi.START, (id, _) -> agent.start(id));
        on(SandboxApi.STOP, (id, request) -> request.now() ? agent.stopNow(id) : agent.stop(id, request.hibernate()));
        on(SandboxApi.DESTROY, (id, request) -> request.now() ? agent.destroyNow(id) : agent.destroy(id));
        on(SandboxApi.EXEC, (id, request) -> agent.exec(id, request));
        on(SandboxApi.PROCESSES, (id, request) -> agent.processes(id, request.finished()));
        on(SandboxApi.WORK, (id, _) -> agent.work(id));
        on(SandboxApi.CONTENTS, (id, request) -> agent.contents(id, request.path()));
        on(SandboxApi.FLOWS, (id, request) -> agent.flows(id, request.most()));
        on(SandboxApi.REPORT, (id, _) -> agent.report(id));
        on(SandboxApi.IDENTITY, (id, _) -> agent.identity(id));
        on(SandboxApi.ACCEPT, (id, request) -> agent.accept(id, request));
    }

    private void snapshot() {
        on(SnapshotApi.LIST_ALL, (_, _) -> agent.snapshots());
        on(SnapshotApi.LIST, (id, _) -> agent.snapshots(id));
        on(SnapshotApi.TAKE, (id, request) -> agent.snapshot(id, request));
        on(SnapshotApi.BRANCH_NOW, (id, request) -> agent.branchNow(id, request));
        on(SnapshotApi.BRANCH, (id, request) -> agent.branch(id, request));
        on(SnapshotApi.COMPARE, (id, request) -> agent.compare(id, String.valueOf(request.to())));
        on(SnapshotApi.CONTENTS, (id, request) -> agent.contents(id, request));
        run(SnapshotApi.DELETE, (id, _) -> agent.deleteSnapshot(id));
    }

    private void storage() {
        on(StorageApi.ALL, (_, _) -> storage.all());
        on(StorageApi.CHANGE, (_, request) -> storage.change(request));
        on(StorageApi.RESET, (_, _) -> storage.reset());
        on(StorageApi.ONE, (id, _) -> storage.one(id));
        on(StorageApi.SET_QUOTA, (id, request) -> storage.quota(id, Objects.requireNonNullElse(request.quota(), 0L)));
        on(StorageApi.RESET_QUOTA, (id, _) -> storage.reset(id));
        on(StorageApi.MOVE, (id, request) -> agent.pack(id, request.to(), request.dropMemory()));
        on(StorageApi.RETENTION, (_, _) -> agent.retention());
        on(StorageApi.SET_RETENTION, (_, request) -> agent.retain(request));
        on(StorageApi.RESET_RETENTION, (_, _) -> agent.retainAsUsual());
        on(StorageApi.TRASH, (_, _) -> agent.trash());
        on(StorageApi.RESTORE_TRASH, (id, _) -> agent.restoreTrash(id));
        run(StorageApi.DISCARD_TRASH, (id, _) -> agent.discardTrash(id));
        on(StorageApi.EMPTY_TRASH, (_, request) -> agent.emptyTrash(request.unsaved()));
        on(StorageApi.COLLECT, (_, request) -> agent.collect(request.dryRun()));
    }

    private void policy() {
        on(PolicyApi.POLICY, (id, _) -> policies.policy(id));
        on(PolicyApi.SET_MODE, (id, request) -> policies.networkMode(id, request));
        on(PolicyApi.ADD_RULE, (id, request) -> policies.add(id, request));
        onPath(PolicyApi.REMOVE_RULE, (path, _) -> policies.remove(path.getFirst(), path.getLast()));
        on(
                PolicyApi.EXPORT,
                (id, request) -> policies.export(id, Objects.requireNonNullElse(request.scope(), RuleScope.SANDBOX)));
        on(PolicyApi.IMPORT, (id, request) -> policies.replace(id, request));
        on(PolicyApi.TEST, (id, request) -> policies.test(id, request));
        on(PolicyApi.LEARN, (id, request) -> policies.learn(id, request.tried()));
        on(PolicyApi.PROPOSAL, (id, _) -> policies.proposal(id));
        on(PolicyApi.ADOPT, (id, request) -> policies.adopt(id, request.digest()));
        on(
                PolicyApi.APPROVALS,
                (_, request) -> policies.approvals(request.sandbox(), request.known(), request.seconds()));
        on(PolicyApi.ANSWER, (id, request) -> policies.answer(id, request));
    }

    private void secret() {
        on(SecretApi.AUDIT, (_, request) -> policies.audit(request.most()));
        on(SecretApi.VERIFY_AUDIT, (_, _) -> policies.verifyAudit());
        on(SecretApi.INSPECTION, (id, _) -> policies.inspection(id));
        on(SecretApi.INSPECT, (id, request) -> policies.inspect(id, request));
        on(SecretApi.SECRETS, (_, _) -> policies.secrets());
        on(SecretApi.KEEP, (_, request) -> policies.keepSecret(request));
        on(SecretApi.BIND, (id, request) -> policies.bindSecret(id, request));
        run(SecretApi.REMOVE, (id, _) -> policies.removeSecret(id));
    }

    private void access() {
        on(AccessApi.ROUTES, (_, _) -> routes.all());
        on(AccessApi.SANDBOX_ROUTES, (id, _) -> routes.of(id));
        on(AccessApi.CHOOSE_MAIN, (id, request) -> routes.main(id, request));
        on(AccessApi.FORWARD, (id, request) -> routes.forward(id, request));
        onPath(AccessApi.UNFORWARD, (path, _) -> routes.unforward(path.getFirst(), Integer.parseInt(path.getLast())));
        on(AccessApi.SESSION, (id, _) -> sessions.session(id));
        on(AccessApi.ZELLIJ, (_, _) -> sessions.zellij());
        on(AccessApi.BUILD_ZELLIJ, (_, request) -> sessions.buildZellij(request.onHost()));
        on(AccessApi.CANCEL_ZELLIJ, (_, _) -> sessions.cancelZellij());
        on(AccessApi.SSH_KEYS, (id, _) -> ssh.keys(id));
        on(AccessApi.ADD_SSH_KEY, (id, request) -> ssh.add(id, request.key()));
        on(AccessApi.REVOKE_SSH_KEY, (id, request) -> ssh.revoke(id, request.key()));
        on(AccessApi.MACHINE_KEY, (id, _) -> ssh.own(id));
    }

    private <Q extends Record, A> void onPath(Operation<Q, A> operation, RecordedPathAnswer<Q, A> handler) {
        handlers.put(operation.name(), handler);
    }

    private <Q extends Record, A> void on(Operation<Q, A> operation, RecordedAnswer<Q, A> handler) {
        onPath(operation, (path, request) -> handler.handle(path.isEmpty() ? "" : path.getFirst(), request));
    }

    private <Q extends Record> void run(Operation<Q, Empty> operation, RecordedAction<Q> action) {
        on(operation, (id, request) -> {
            action.run(id, request);
            return Empty.NOTHING;
        });
    }

    /// Responds to an operation; `path` has the values of its path's variables.
    @FunctionalInterface
    private interface RecordedPathAnswer<Q extends Record, A> {
        A handle(List<String> path, Q request) throws AgentException, InterruptedException;
    }

    /// Responds to an operation with at most one variable in its path.
    @FunctionalInterface
    private interface RecordedAnswer<Q extends Record, A> {
        A handle(String id, Q request) throws AgentException, InterruptedException;
    }

    /// Responds to an operation without a response.
    @FunctionalInterface
    private interface RecordedAction<Q extends Record> {
        void run(String id, Q request) throws AgentException, InterruptedException;
    }
}
