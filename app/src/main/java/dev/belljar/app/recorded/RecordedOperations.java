package dev.belljar.app.recorded;

import dev.belljar.app.recorded.sample.SampleAgents;
import dev.belljar.app.recorded.sample.SampleAuthorities;
import dev.belljar.app.recorded.sample.SampleEnvironments;
import dev.belljar.app.recorded.sample.SampleFiles;
import dev.belljar.app.recorded.sample.SampleMirrors;
import dev.belljar.app.recorded.sample.SampleSettings;
import dev.belljar.client.AgentException;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.ProvenanceApi;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.settings.SandboxSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// How the recorded agent responds to each operation of the API: each part of the recording is registered for
/// its operations.
final class RecordedOperations {
    private final Map<String, RecordedPathAnswer<?, ?>> handlers = new HashMap<>();

    @SuppressWarnings("unchecked") // `on` stores a handler of the same types under the operation's name
    <Q extends Record, A> A call(OperationCall<Q, A> call, Q request) throws AgentException, InterruptedException {
        RecordedPathAnswer<Q, A> handler =
                (RecordedPathAnswer<Q, A>) handlers.get(call.operation().name());
        if (handler == null) {
            throw RecordedRefusal.recordingHasNo(call.operation().name());
        }
        return handler.handle(call.path(), request);
    }

    void host(RecordedHostStatus host, RecordedGuests guests) {
        on(HostApi.HEALTH, (_, _) -> host.health());
        on(HostApi.STATUS, (_, _) -> host.host());
        on(HostApi.DAMAGED, (_, _) -> List.of());
        on(HostApi.GAUGES, (_, request) -> guests.gauges(request.sandbox()));
        on(HostApi.ACCEPT_EMULATION, (_, _) -> host.acceptEmulation());
        on(HostApi.BUILD_IMAGE, (_, _) -> host.buildImage());
        on(HostApi.REFRESH_IMAGE, (_, _) -> host.refreshImage());
        on(HostApi.CANCEL_IMAGE, (_, _) -> host.cancelImage());
        on(HostApi.CHECK_IMAGE, (_, _) -> host.checkImage());
        on(HostApi.PRUNE_IMAGES, (_, _) -> host.pruneImages());
        run(HostApi.REBUILD_INDEX, (_, _) -> host.rebuildIndex());
        run(HostApi.SHUTDOWN, (_, _) -> host.shutdown());
    }

    void sandbox(RecordedSandboxes sandboxes, RecordedGuests guests) {
        on(SandboxApi.LIST, (_, _) -> sandboxes.list());
        on(SandboxApi.CREATE, (_, request) -> sandboxes.create(request));
        on(SandboxApi.GET, (id, _) -> sandboxes.get(id));
        on(SandboxApi.START, (id, _) -> sandboxes.start(id));
        on(
                SandboxApi.STOP,
                (id, request) -> request.now() ? sandboxes.stopNow(id) : sandboxes.stop(id, request.hibernate()));
        on(SandboxApi.DESTROY, (id, request) -> request.now() ? sandboxes.destroyNow(id) : sandboxes.destroy(id));
        on(SandboxApi.EXEC, (id, request) -> guests.exec(id, request));
        on(SandboxApi.PROCESSES, (id, request) -> guests.processes(id, request.finished()));
        on(SandboxApi.WORK, (id, _) -> guests.work(id));
        on(SandboxApi.FLOWS, guests::flows);
        on(SandboxApi.REPORT, (id, _) -> guests.report(id));
        on(SandboxApi.IDENTITY, (id, _) -> guests.identity(id));
        on(SyncApi.REVIEW, (id, request) -> guests.review(id, request));
        on(SyncApi.BASES, (_, _) -> new ReviewBases(List.of("belljar/shop", "main"), true));
        on(SyncApi.HUNKS, (id, request) -> guests.hunks(id, request));
        on(SyncApi.HUNK_COUNTS, (id, request) -> guests.hunkCounts(id, request));
        on(ProvenanceApi.BLAME, (_, request) -> RecordedReview.blame(request.path()));
        on(SyncApi.ACCEPT, (id, request) -> guests.accept(id, request));
        on(SyncApi.CONFLICTS, (id, _) -> guests.conflicts(id));
        on(SyncApi.UNDO, (id, request) -> guests.undo(id, request));
        on(FilesApi.LIST, (_, request) -> SampleFiles.list(request.patterns()));
        on(PushApi.PUSH, (id, request) -> guests.push(id, request));
    }

    void settings(RecordedSandboxes sandboxes, SampleSettings settings, Consumer<HostEvent> events) {
        on(SandboxApi.SETTINGS, (id, _) -> settings.of(sandboxes.get(id)));
        on(SandboxApi.SET, (id, request) -> {
            SandboxSettings now = settings.set(sandboxes.get(id), request);
            events.accept(new HostEvent.StorageChanged(
                    0, RecordedHost.now(), id, HostEvent.StorageChanged.StorageSetting.SANDBOX));
            return now;
        });
    }

    void sync(RecordedGuests guests) {
        on(SyncApi.ALL, (_, _) -> guests.syncs());
        on(SyncApi.SETTINGS, (id, _) -> guests.syncSettings(id));
        on(SyncApi.SET, (id, request) -> guests.setSync(id, request));
        on(SyncApi.RESET, (id, _) -> guests.resetSync(id));
        on(SyncApi.PROJECT, (_, _) -> guests.projectSync());
        on(SyncApi.SET_PROJECT, (_, request) -> guests.setProjectSync(request));
    }

    void snapshot(RecordedSandboxes sandboxes, RecordedGuests guests) {
        on(SnapshotApi.LIST_ALL, (_, _) -> sandboxes.snapshots());
        on(SnapshotApi.LIST, (id, _) -> sandboxes.snapshots(id));
        on(SnapshotApi.KEEP, (id, _) -> sandboxes.keep(id));
        on(SnapshotApi.SETTINGS, (_, _) -> RecordedSandboxes.automatic());
        on(SnapshotApi.SANDBOX_SETTINGS, (_, _) -> RecordedSandboxes.automatic());
        on(SnapshotApi.SET_SETTINGS, (_, request) -> sandboxes.automatic("all", request));
        on(SnapshotApi.SET_SANDBOX_SETTINGS, sandboxes::automatic);
        on(SnapshotApi.RESET_SANDBOX_SETTINGS, (id, _) -> sandboxes.automatic(id, SetAutomaticSnapshots.NOTHING));
        on(SnapshotApi.TAKE, (id, request) -> sandboxes.snapshot(id, request));
        on(SnapshotApi.BRANCH_NOW, (id, request) -> sandboxes.branchNow(id, request));
        on(SnapshotApi.BRANCH, (id, request) -> sandboxes.branch(id, request));
        on(SnapshotApi.COMPARE, (id, request) -> guests.compare(id, String.valueOf(request.to())));
        on(SnapshotApi.CONTENTS, (id, request) -> guests.contents(id, request));
        run(SnapshotApi.DELETE, (id, _) -> sandboxes.deleteSnapshot(id));
    }

    void timeline(RecordedGuests guests) {
        on(TimelineApi.TIMELINE, (id, request) -> guests.timeline(id, request));
        on(TimelineApi.MOMENT, (id, request) -> guests.moment(id, request.at()));
        on(TimelineApi.WRITTEN, (_, request) -> RecordedTimeline.written(request.at()));
    }

    void storage(RecordedStorage storage, RecordedRetention retention, RecordedSandboxes sandboxes) {
        on(StorageApi.ALL, (_, _) -> storage.all());
        on(StorageApi.CHANGE, (_, request) -> storage.change(request));
        on(StorageApi.RESET, (_, _) -> storage.reset());
        on(StorageApi.ONE, (id, _) -> storage.one(id));
        on(StorageApi.SET_QUOTA, (id, request) -> storage.quota(id, Objects.requireNonNullElse(request.quota(), 0L)));
        on(StorageApi.RESET_QUOTA, (id, _) -> storage.reset(id));
        on(StorageApi.MOVE, (id, request) -> sandboxes.pack(id, request.to(), request.dropMemory()));
        on(StorageApi.RETENTION, (_, _) -> retention.retention());
        on(StorageApi.SET_RETENTION, (_, request) -> retention.retain(request));
        on(StorageApi.RESET_RETENTION, (_, _) -> retention.retainAsUsual());
        on(StorageApi.TRASH, (_, _) -> retention.trash());
        on(StorageApi.RESTORE_TRASH, (id, _) -> retention.restoreTrash(id));
        run(StorageApi.DISCARD_TRASH, (id, _) -> retention.discardTrash(id));
        on(StorageApi.EMPTY_TRASH, (_, request) -> retention.emptyTrash(request.unsaved()));
        on(StorageApi.COLLECT, (_, request) -> retention.collect(request.dryRun()));
    }

    void policy(RecordedPolicies policies) {
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
        on(PolicyApi.APPROVALS, (_, request) -> policies.approvals());
        on(PolicyApi.ANSWER, (id, request) -> policies.answer(id, request));
    }

    void secret(RecordedPolicies policies) {
        on(SecretApi.AUDIT, (_, request) -> policies.audit(request.most()));
        on(SecretApi.VERIFY_AUDIT, (_, _) -> policies.verifyAudit());
        on(SecretApi.INSPECTION, (id, _) -> policies.inspection(id));
        on(SecretApi.INSPECT, (id, request) -> policies.inspect(id, request));
        on(SecretApi.SECRETS, (_, _) -> policies.secrets());
        on(SecretApi.KEEP, (_, request) -> policies.keepSecret(request));
        on(SecretApi.BIND, (id, request) -> policies.bindSecret(id, request));
        run(SecretApi.REMOVE, (id, _) -> policies.removeSecret(id));
    }

    void authority(SampleAuthorities authorities, SampleMirrors mirrors) {
        on(AuthorityApi.AUTHORITIES, (_, _) -> authorities.list());
        on(AuthorityApi.TRUST, (_, request) -> authorities.trust(request));
        on(AuthorityApi.REVOKE, (_, request) -> authorities.revoke(request));
        on(AuthorityApi.MIRRORS, (_, _) -> mirrors.list());
        on(AuthorityApi.USE_MIRRORS, (_, request) -> mirrors.use(request));
        on(AuthorityApi.FORGET_MIRRORS, (_, request) -> mirrors.forget(request));
    }

    void codingAgents(SampleAgents agents) {
        on(EnvironmentApi.AGENTS, (_, _) -> agents.list());
        on(SecretApi.BEGIN_LOGIN, (_, request) -> agents.login(request.agent()));
        on(SecretApi.FINISH_LOGIN, (_, _) -> agents.loggedIn());
        onPath(EnvironmentApi.START_AGENT, (path, _) -> agents.start(path.getFirst(), path.getLast()));
    }

    void environment(SampleEnvironments environments) {
        on(EnvironmentApi.PROPOSAL, (_, request) -> environments.proposal(request.project()));
        on(EnvironmentApi.ACCEPT, (_, request) -> environments.accept(request));
        on(EnvironmentApi.REJECT, (_, request) -> environments.reject(request));
        on(SetupApi.REPORT, (id, _) -> environments.setup(id));
        on(SetupApi.BEGIN, (_, _) -> environments.beginSetup());
        on(SetupApi.CANCEL, (_, _) -> environments.cancelSetup());
        on(TemplateApi.LIST, (_, _) -> environments.templates());
        on(TemplateApi.REFRESH, (_, _) -> environments.refreshTemplate());
        on(TemplateApi.LOG, (_, _) -> environments.templateLog());
        run(TemplateApi.REMOVE, (_, _) -> environments.removeTemplate());
    }

    void access(RecordedRoutes routes, RecordedSessions sessions, RecordedSsh ssh) {
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
