package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.SshConfigWriter;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.recording.MissingJournal;
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
    private final SandboxRegistry registry;
    private final SandboxCreation creation;
    private final Workflows workflows;
    private final EgressControls egress;
    private final SandboxViews views;
    private final SandboxQueries queries;
    private final SshConfigWriter ssh;
    private volatile Consumer<String> destroyed = _ -> {};

    public SandboxService(
            SandboxRegistry registry,
            SandboxCreation creation,
            Workflows workflows,
            EgressControls egress,
            SandboxViews views,
            SandboxQueries queries,
            SshConfigWriter ssh) {
        this.registry = registry;
        this.creation = creation;
        this.workflows = workflows;
        this.egress = egress;
        this.views = views;
        this.queries = queries;
        this.ssh = ssh;
    }

    /// Passes the id of each sandbox that is destroyed from now on to the listener.
    public void tell(Consumer<String> listener) {
        destroyed = listener;
    }

    @Override
    public Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException {
        Path project = SandboxCreation.project(request.path());
        if (request.start()) {
            workflows.platform().requireAcceleration();
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
        registry.find(id).requireAllowed(operation);
    }

    @Override
    public Sandbox start(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
            workflows.platform().requireAcceleration(); // not under its monitor: it may boot a machine to see
        }
        synchronized (sandbox) {
            sandbox.workflow().giveWay();
            if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
                requireStartable(sandbox);
                workflows.quotas().require(sandbox.record(), 0, "the sandbox was not started");
                sandbox.move(SandboxState.STARTING, null, null);
                sandbox.freshRequirements();
                sandbox.workflow().begin("is starting", workflows.start(sandbox)::run);
            }
        }
        return views.of(sandbox);
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
            sandbox.workflow().await();
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
                sandbox.workflow().cancel();
                sandbox.workflow()
                        .begin("is stopping", workflows.stop(sandbox, hibernate && state == SandboxState.RUNNING)::run);
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
                    sandbox.workflow().cancel();
                    sandbox.fetching().abandon();
                    sandbox.workflow().begin("is stopping", workflows.stop(sandbox, false)::run);
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
            sandbox.workflow().giveWay();
            if (sandbox.state() == SandboxState.STARTING) {
                stop(sandbox.id(), false);
            }
            sandbox.workflow().await();
            // Approvals are withdrawn while the journal can still record that.
            sandbox.containment().close("the sandbox is being destroyed");
            try {
                DestroyResult destroyed = workflows.destroy(sandbox).run();
                sandbox.destroyed(destroyed);
                return destroyed;
            } finally {
                if (sandbox.state() == SandboxState.DESTROYED) {
                    egress.policies().forget(sandbox.id());
                    registry.remove(sandbox);
                    workflows.access().forget(sandbox);
                    egress.inspections().forget(sandbox.id());
                    queries.forget(sandbox.id());
                    ssh.changed();
                    destroyed.accept(sandbox.id());
                }
            }
        }
    }
}
