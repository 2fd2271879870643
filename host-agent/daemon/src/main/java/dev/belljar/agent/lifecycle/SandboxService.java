package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.access.SshConfigWriter;
import dev.belljar.agent.recording.MissingJournal;
import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Creates, starts, stops and destroys sandboxes.
public final class SandboxService implements SandboxOperations {
    // A problem names the allowed states if there are at most so many.
    private static final int MOST_NAMED = 2;

    private final SandboxRegistry registry;
    private final SandboxDependencies dependencies;
    private final SandboxCreation creation;
    private final AccessService access;
    private final SandboxViews views;
    private final SandboxQueries queries;
    private final SshConfigWriter ssh;
    private volatile Consumer<String> destroyed = _ -> {};

    public SandboxService(
            SandboxRegistry registry,
            SandboxDependencies dependencies,
            SandboxCreation creation,
            AccessService access,
            SandboxViews views,
            SandboxQueries queries,
            SshConfigWriter ssh) {
        this.registry = registry;
        this.dependencies = dependencies;
        this.creation = creation;
        this.access = access;
        this.views = views;
        this.queries = queries;
        this.ssh = ssh;
    }

    /// Tells the id of each sandbox that was destroyed from now on.
    public void tell(Consumer<String> listener) {
        destroyed = listener;
    }

    @Override
    public Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException {
        Path project = SandboxCreation.project(request.path());
        if (request.start()) {
            requireEmulation();
        }
        SandboxRuntime sandbox = creation.create(project, request);
        return request.start() ? start(sandbox.id()) : views.of(sandbox);
    }

    /// Creates and starts a sandbox from a snapshot, with the wanted name or, unless `exact`, with a number
    /// added; deletes it if it cannot be started.
    public Sandbox branch(SnapshotStore.Saved saved, String requestedName, boolean exact)
            throws BelljarException, InterruptedException {
        String id = creation.branch(saved, requestedName, exact).id();
        try {
            return start(id);
        } catch (BelljarException e) {
            destroy(id);
            throw e;
        }
    }

    @Override
    public List<Sandbox> list() {
        return registry.all().stream().map(views::of).toList();
    }

    @Override
    public Sandbox get(String id) throws SandboxException {
        return views.of(registry.find(id));
    }

    @Override
    public void requireAllowed(String id, Operation<?, ?> operation) throws SandboxException {
        SandboxRuntime sandbox = registry.find(id);
        SandboxState state = sandbox.state();
        Set<SandboxState> allowed = operation.states();
        if (!allowed.contains(state)) {
            throw allowed.size() <= MOST_NAMED
                    ? sandbox.notAllowed(allowed)
                    : new SandboxException(
                            SandboxException.WRONG_STATE,
                            "`%s` is not allowed while sandbox %s is %s"
                                    .formatted(operation.name(), sandbox.name(), SandboxRuntime.word(state)),
                            state == SandboxState.STOPPING ? "Wait until it has stopped." : null);
        }
    }

    @Override
    public Sandbox start(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
            requireEmulation(); // not under its monitor: it may boot a machine to see
        }
        synchronized (sandbox) {
            sandbox.giveWay();
            if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
                requireStartable(sandbox);
                dependencies.quotas().require(sandbox.record(), 0, "the sandbox is not started");
                sandbox.move(SandboxState.STARTING, null, null);
                sandbox.freshRequirements();
                sandbox.begin("is starting", new StartWorkflow(sandbox, access)::run);
            }
        }
        return views.of(sandbox);
    }

    private void requireEmulation() throws BelljarException, InterruptedException {
        dependencies
                .emulation()
                .require(dependencies.probe(), dependencies.images().ready());
    }

    private static void requireStartable(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        if (sandbox.observation().journal() instanceof MissingJournal lost) {
            throw lost.fault();
        }
        if (sandbox.process().isPresent()) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE,
                    "the machine of sandbox %s is still running but does not respond".formatted(sandbox.name()),
                    "Stop it first with `belljar stop " + sandbox.name() + "`.");
        }
        if (sandbox.state().next().contains(SandboxState.STARTING)) {
            // The workflow that set this state may not have ended yet.
            sandbox.awaitWorkflow();
        }
    }

    @Override
    public Sandbox stop(String id, boolean hibernate) throws SandboxException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        synchronized (sandbox) {
            SandboxState state = sandbox.state();
            boolean lives = state == SandboxState.ERROR && sandbox.runs();
            if (state == SandboxState.STARTING || state == SandboxState.RUNNING || lives) {
                sandbox.move(SandboxState.STOPPING, null, null);
                sandbox.cancel();
                sandbox.begin(
                        "is stopping", new StopWorkflow(sandbox, hibernate && state == SandboxState.RUNNING)::run);
            } else if (state != SandboxState.STOPPED && state != SandboxState.STOPPING) {
                throw sandbox.notAllowed(Set.of(SandboxState.STARTING, SandboxState.RUNNING));
            }
        }
        return views.of(sandbox);
    }

    @Override
    public Sandbox stopNow(String id) throws SandboxException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        stopNow(sandbox);
        return views.of(sandbox);
    }

    private void stopNow(SandboxRuntime sandbox) throws SandboxException, InterruptedException {
        // Not under the sandbox's monitor: a stop or destroy holds that while it fetches the work.
        if (sandbox.state() != SandboxState.STOPPING) {
            begunAtOnce(sandbox);
        } else {
            sandbox.endAtOnce();
        }
    }

    private void begunAtOnce(SandboxRuntime sandbox) throws SandboxException, InterruptedException {
        synchronized (sandbox) {
            SandboxState state = sandbox.state();
            if (state == SandboxState.STARTING || state == SandboxState.RUNNING || sandbox.runs()) {
                if (state != SandboxState.STOPPING) {
                    sandbox.move(SandboxState.STOPPING, null, "immediately as requested");
                    sandbox.cancel();
                    sandbox.fetching().abandon();
                    sandbox.begin("is stopping", new StopWorkflow(sandbox, false)::run);
                }
                sandbox.endAtOnce();
            }
        }
    }

    @Override
    public DestroyResult destroyNow(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        stopNow(sandbox);
        return destroy(sandbox);
    }

    @Override
    public DestroyResult destroy(String id) throws BelljarException, InterruptedException {
        return destroy(registry.find(id));
    }

    private DestroyResult destroy(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        synchronized (sandbox) {
            DestroyResult before = sandbox.destroyed();
            if (before != null) {
                // Another call destroyed the sandbox while this one waited; both have the same result.
                return before;
            } else if (sandbox.state() == SandboxState.DESTROYED) {
                throw SandboxException.notFound(sandbox.id());
            }
            sandbox.giveWay();
            if (sandbox.state() == SandboxState.STARTING) {
                stop(sandbox.id(), false);
            }
            sandbox.awaitWorkflow();
            // Approvals are withdrawn while the journal can still record that.
            sandbox.containment().close("the sandbox is being destroyed");
            try {
                DestroyResult destroyed = new DestroyWorkflow(sandbox, access).run();
                sandbox.destroyed(destroyed);
                return destroyed;
            } finally {
                if (sandbox.state() == SandboxState.DESTROYED) {
                    dependencies.egress().policies().forget(sandbox.id());
                    registry.remove(sandbox);
                    access.forget(sandbox);
                    dependencies.egress().inspections().forget(sandbox.id());
                    queries.forget(sandbox.id());
                    ssh.changed();
                    destroyed.accept(sandbox.id());
                }
            }
        }
    }
}
