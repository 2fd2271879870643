package dev.belljar.client.machine;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.CollectGarbage;
import dev.belljar.contract.request.storage.EmptyTrash;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.TrashItem;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Performs operations like a user, with at most two machines at a time, and records the guaranteed results.
final class KillActions {
    private static final int MOST_RUNNING = 2;
    private static final int MOST_KEPT = 4;
    private static final int MEMORY = 512;

    private final AgentUnderTest agent;
    private final Path project;
    private final Random random;
    private final KeptPromises promises;

    KillActions(AgentUnderTest agent, Path project, Random random, KeptPromises promises) {
        this.agent = agent;
        this.project = project;
        this.random = random;
        this.promises = promises;
    }

    /// One action that is ready to run on a sandbox, on a snapshot, or without either.
    interface Ready {
        void run() throws Exception;
    }

    /// An action with the id of its sandbox or snapshot, which is empty if it has none.
    record Prepared(String subject, Ready ready) {}

    /// Prepares an action so that it can be run; the host agent is not killed meanwhile.
    Prepared prepare(KillAction action) throws Exception {
        return switch (action) {
            case CREATE -> {
                makeRoom();
                yield new Prepared("", this::create);
            }
            case SNAPSHOT -> of(running(), this::snapshot);
            case BRANCH -> {
                String snapshot = snapshotted();
                makeRoom();
                yield new Prepared("", () -> branch(snapshot));
            }
            case BRANCH_NOW -> {
                String subject = running();
                makeRoom(subject);
                yield of(subject, this::branchNow);
            }
            case HIBERNATE -> of(running(), id -> stop(id, true));
            case STOP -> of(running(), id -> stop(id, false));
            case WAKE -> of(stopped(random.nextInt(4)), this::start);
            case WARM ->
                of(stopped(0), id -> client().call(StorageApi.MOVE.at(id), new MoveToTier(StorageTier.WARM, false)));
            case COLD -> of(stopped(random.nextInt(3)), this::packCold);
            case DESTROY -> of(random.nextBoolean() ? running() : stopped(random.nextInt(4)), this::destroy);
            case RESTORE -> new Prepared(trashed(), () -> client().call(StorageApi.RESTORE_TRASH.at(trashedItem())));
            case EMPTY -> new Prepared(trashed(), () -> client().call(StorageApi.EMPTY_TRASH, new EmptyTrash(false)));
            case COLLECT -> new Prepared("", () -> client().call(StorageApi.COLLECT, new CollectGarbage(false)));
            case DELETE_SNAPSHOT -> {
                String snapshot = snapshotted();
                yield new Prepared("", () -> forget(snapshot));
            }
            case NOTHING -> new Prepared(running(), () -> {});
        };
    }

    private interface Doing {
        void to(String id) throws Exception;
    }

    private static Prepared of(String subject, Doing doing) {
        return new Prepared(subject, () -> doing.to(subject));
    }

    private void create() throws Exception {
        Sandbox made = client().call(
                        SandboxApi.CREATE,
                        new CreateSandbox(project.toString(), null, MEMORY, 2, 2048, null, false, true));
        promises.made(made);
        await(made.id(), SandboxState.RUNNING);
    }

    private void snapshot(String id) throws Exception {
        promises.saved(
                client().call(SnapshotApi.TAKE.at(id), new TakeSnapshot(null, "a point"))
                        .id(),
                promises.of(id));
    }

    private void branch(String snapshot) throws Exception {
        for (Sandbox made : client().call(SnapshotApi.BRANCH.at(snapshot), new BranchSandbox(null, 1))) {
            promises.made(made);
            await(made.id(), SandboxState.RUNNING);
        }
    }

    private void branchNow(String id) throws Exception {
        for (Sandbox made : client().call(SnapshotApi.BRANCH_NOW.at(id), new BranchSandbox(null, 1))) {
            await(made.id(), SandboxState.RUNNING);
        }
    }

    /// Stops a sandbox; its memory is lost unless it hibernates.
    void stop(String id, boolean hibernate) throws Exception {
        if (!hibernate) {
            promises.switchedOff(id);
        }
        client().call(SandboxApi.STOP.at(id), new StopSandbox(hibernate, false));
        await(id, SandboxState.STOPPED);
    }

    /// Starts a sandbox and waits until it runs.
    void start(String id) throws Exception {
        client().call(SandboxApi.START.at(id));
        await(id, SandboxState.RUNNING);
    }

    private void packCold(String id) throws Exception {
        promises.switchedOff(id);
        try {
            client().call(StorageApi.MOVE.at(id), new MoveToTier(StorageTier.COLD, true));
        } catch (AgentException e) {
            // The work could not be fetched because the stop was interrupted; follow the hint of the error.
            if (!String.valueOf(e.getMessage()).contains("could not be fetched when it stopped")) {
                throw e;
            }
            start(id);
            stop(id, false);
            client().call(StorageApi.MOVE.at(id), new MoveToTier(StorageTier.COLD, true));
        }
    }

    /// Destroys a sandbox; its memory may be lost, its work must not.
    void destroy(String id) throws Exception {
        promises.switchedOff(id);
        client().call(SandboxApi.DESTROY.at(id), new DestroySandbox(false));
    }

    private void forget(String snapshot) throws Exception {
        promises.released(snapshot);
        client().call(SnapshotApi.DELETE.at(snapshot));
    }

    /// Returns a random running sandbox; starts a stopped one or creates one if none runs.
    private String running() throws Exception {
        List<String> running = inState(SandboxState.RUNNING);
        if (!running.isEmpty()) {
            return any(running);
        }
        List<String> stopped = inState(SandboxState.STOPPED);
        if (stopped.isEmpty()) {
            create();
            return inState(SandboxState.RUNNING).getFirst();
        }
        String id = any(stopped);
        start(id);
        verifyAndWork(id);
        return id;
    }

    /// Returns a stopped sandbox: 0 hot, 1 warm, 2 cold, 3 shut down.
    private String stopped(int how) throws Exception {
        List<String> fitting = client().call(SandboxApi.LIST).stream()
                .filter(sandbox -> sandbox.status().state() == SandboxState.STOPPED && how == tierNumber(sandbox))
                .map(Sandbox::id)
                .toList();
        if (!fitting.isEmpty()) {
            return any(fitting);
        }
        String id = running();
        stop(id, how < 2);
        if (how == 1) {
            client().call(StorageApi.MOVE.at(id), new MoveToTier(StorageTier.WARM, false));
        } else if (how == 2) {
            packCold(id);
        }
        return id;
    }

    private static int tierNumber(Sandbox sandbox) {
        return switch (sandbox.tier()) {
            case HOT -> 0;
            case WARM -> 1;
            case COLD -> 2;
            case null -> 3;
        };
    }

    private String snapshotted() throws Exception {
        if (promises.snapshots().isEmpty()) {
            snapshot(running());
        }
        return any(promises.snapshots().stream().sorted().toList());
    }

    private String trashed() throws Exception {
        if (client().call(StorageApi.TRASH).isEmpty()) {
            String id = running();
            destroy(id);
            promises.reconcile(KillAction.DESTROY, id);
        }
        return "";
    }

    private String trashedItem() throws Exception {
        return client().call(StorageApi.TRASH).stream()
                .filter(TrashItem::restorable)
                .map(TrashItem::id)
                .findFirst()
                .orElse("nothing");
    }

    /// Makes room for one more machine by hibernating or destroying sandboxes that are not `words`.
    void makeRoom(String... words) throws Exception {
        Set<String> keep = Set.of(words);
        for (String id : inState(SandboxState.RUNNING)) {
            if (!keep.contains(id) && inState(SandboxState.RUNNING).size() >= MOST_RUNNING) {
                stop(id, true);
            }
        }
        for (Sandbox sandbox : client().call(SandboxApi.LIST)) {
            if (!keep.contains(sandbox.id()) && client().call(SandboxApi.LIST).size() >= MOST_KEPT) {
                destroy(sandbox.id());
                promises.reconcile(KillAction.DESTROY, sandbox.id());
            }
        }
    }

    private void verifyAndWork(String id) throws Exception {
        promises.verify(new RunningMachine(agent, id));
        promises.work(new RunningMachine(agent, id));
    }

    private List<String> inState(SandboxState state) throws Exception {
        return client().call(SandboxApi.LIST).stream()
                .filter(sandbox -> sandbox.status().state() == state)
                .map(Sandbox::id)
                .toList();
    }

    private void await(String id, SandboxState state) throws Exception {
        new RunningMachine(agent, id).awaitState(state);
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private AgentClient client() {
        return agent.client();
    }
}
