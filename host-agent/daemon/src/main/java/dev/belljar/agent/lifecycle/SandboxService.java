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
import dev.belljar.contract.operation.HttpMethod;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Creates, starts, stops and destroys sandboxes. `id` is a sandbox's id or its name.
///
/// Every method may block; every refusal is a `BelljarException` with a stable code.
public final class SandboxService {
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

    /// Creates a sandbox and, unless the request says otherwise, begins to start it; returns at once, progress
    /// is in its status and journal.
    public Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException {
        Path project = SandboxCreation.project(request.path());
        if (request.start()) {
            workflows.platform().requireAcceleration();
        }
        SandboxRuntime sandbox = creation.create(project, workflows.setups().withDefaults(project, request));
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

    /// All sandboxes, oldest first.
    public List<Sandbox> list() {
        return registry.all().stream().map(views::of).toList();
    }

    /// One sandbox.
    public Sandbox get(String id) throws SandboxException {
        return views.of(registry.find(id));
    }

    /// Refuses an operation that is not allowed in the sandbox's present state.
    ///
    /// The state may change before the operation begins, which then fails by itself.
    public void requireAllowed(String id, Operation<?, ?> operation) throws SandboxException {
        SandboxRuntime sandbox = registry.find(id);
        boolean harmless = operation.method() == HttpMethod.GET
                || operation.equals(SandboxApi.STOP)
                || operation.equals(SetupApi.CANCEL);
        if (!harmless) {
            requireUnreserved(id);
        }
        SandboxState _ = sandbox.requireAllowed(operation);
    }

    /// Refuses to use a sandbox in which the template of a project is being prepared: what a user did in it would be
    /// in every later sandbox of the project.
    public void requireUnreserved(String id) throws SandboxException {
        SandboxRuntime sandbox = registry.find(id);
        if (workflows.saved().projects().preparing(sandbox.name())) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE,
                    "sandbox %s is preparing the template of its project and cannot be used".formatted(sandbox.name()),
                    "Belljar deletes it afterwards. `belljar template list` shows the progress.");
        }
    }

    /// Begins to start a sandbox; returns at once. A sandbox that is starting or running is left unchanged.
    public Sandbox start(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        if (startBeginsIn(sandbox.requireAllowed(SandboxApi.START))) {
            workflows.platform().requireAcceleration(); // not under its monitor: it may boot a machine to see
        }
        synchronized (sandbox) {
            sandbox.workflow().giveWay();
            if (startBeginsIn(sandbox.requireAllowed(SandboxApi.START))) {
                requireStartable(sandbox);
                workflows.quotas().require(sandbox.record(), 0, "the sandbox was not started");
                sandbox.move(SandboxState.STARTING, null, null);
                sandbox.freshRequirements();
                sandbox.workflow().begin("is starting", workflows.start(sandbox)::run);
            }
        }
        return views.of(sandbox);
    }

    /// Whether a request to start a sandbox in this state begins a start.
    private static boolean startBeginsIn(SandboxState state) {
        return switch (state) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING -> false; // what was requested is under way or done
            case STOPPING, DESTROYED -> throw refusedBefore(SandboxApi.START, state);
        };
    }

    private static IllegalStateException refusedBefore(Operation<?, ?> operation, SandboxState state) {
        return new IllegalStateException("`%s` is not allowed in %s".formatted(operation.name(), state));
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
        // The workflow that set the state may not have ended yet.
        sandbox.workflow().await();
    }

    /// Begins to stop a sandbox after syncing its disks: shuts it down or, with `hibernate`, saves its memory so
    /// that it can resume. Returns at once. A sandbox that is stopping or stopped is left unchanged.
    ///
    /// @throws SandboxException `sandbox.wrong-state` also for a sandbox in error without a machine
    public Sandbox stop(String id, boolean hibernate) throws SandboxException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        synchronized (sandbox) {
            while (!stopped(sandbox, hibernate)) {
                // Its start succeeded or failed in this moment, so the new state decides.
            }
        }
        return views.of(sandbox);
    }

    private boolean stopped(SandboxRuntime sandbox, boolean hibernate) throws SandboxException, InterruptedException {
        SandboxState state = sandbox.requireAllowed(SandboxApi.STOP);
        return switch (state) {
            case STARTING -> beginStop(sandbox, state, false);
            case RUNNING -> beginStop(sandbox, state, hibernate);
            case ERROR -> {
                // A machine that does not respond may still run.
                if (!sandbox.runs()) {
                    throw sandbox.notAllowed(Set.of(SandboxState.STARTING, SandboxState.RUNNING));
                }
                yield beginStop(sandbox, state, false);
            }
            case STOPPING, STOPPED -> true; // what was requested is under way or done
            case CREATED, DESTROYED -> throw refusedBefore(SandboxApi.STOP, state);
        };
    }

    /// Begins a stop of a sandbox in the state `from`. Returns false if the sandbox is not in that state: a start
    /// leaves its state by itself, without the sandbox's monitor.
    private boolean beginStop(SandboxRuntime sandbox, SandboxState from, boolean hibernate)
            throws SandboxException, InterruptedException {
        if (!movedToStopping(sandbox, from, null)) {
            return false;
        }
        workflows.setups().stopping(sandbox);
        sandbox.workflow().cancel();
        sandbox.workflow().begin("is stopping", workflows.stop(sandbox, hibernate)::run);
        return true;
    }

    /// Moves a sandbox from this state to STOPPING; returns false if it is not in this state. While the host agent
    /// stops, the state stays; the workflow then refuses to begin.
    private static boolean movedToStopping(SandboxRuntime sandbox, SandboxState from, @Nullable String detail) {
        return sandbox.moveFrom(from, SandboxState.STOPPING, null, detail) || sandbox.state() == from;
    }

    /// Ends a sandbox's machine at once, even while it is stopping or being destroyed: its network closes, no
    /// work is fetched, its disk is kept. Data that programs had not written to disk is lost. Returns at once; a
    /// sandbox that does not run is left unchanged.
    public Sandbox stopNow(String id) throws SandboxException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        SandboxState _ = sandbox.requireAllowed(SandboxApi.STOP);
        stopNow(sandbox);
        return views.of(sandbox);
    }

    private void stopNow(SandboxRuntime sandbox) throws SandboxException, InterruptedException {
        if (sandbox.state() == SandboxState.STOPPING) {
            // Not under the sandbox's monitor: a stop or destroy holds that while it fetches the work.
            sandbox.endAtOnce();
            return;
        }
        synchronized (sandbox) {
            while (!stoppedNow(sandbox, sandbox.state())) {
                // As in `stop`, the new state decides.
            }
        }
    }

    private boolean stoppedNow(SandboxRuntime sandbox, SandboxState state)
            throws SandboxException, InterruptedException {
        return switch (state) {
            case STARTING, RUNNING -> beginStopNow(sandbox, state);
            case ERROR -> !sandbox.runs() || beginStopNow(sandbox, state);
            case STOPPING -> {
                sandbox.endAtOnce(); // another request began the stop while this one waited
                yield true;
            }
            case CREATED, STOPPED, DESTROYED -> true; // there is no machine
        };
    }

    private boolean beginStopNow(SandboxRuntime sandbox, SandboxState from)
            throws SandboxException, InterruptedException {
        if (!movedToStopping(sandbox, from, "immediately as requested")) {
            return false;
        }
        workflows.setups().stopping(sandbox);
        sandbox.workflow().cancel();
        sandbox.fetching().abandon();
        sandbox.workflow().begin("is stopping", workflows.stop(sandbox, false)::run);
        sandbox.endAtOnce();
        return true;
    }

    /// Ends the machine at once like `stopNow`, then puts the sandbox into the trash with its disk.
    public DestroyResult destroyNow(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        stopNow(sandbox);
        return destroy(sandbox);
    }

    /// Salvages the work that exists only in the machine, then puts the sandbox into the trash.
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
            // A start that ended by itself in this moment needs no stop.
            boolean _ = beginStop(sandbox, SandboxState.STARTING, false);
            sandbox.workflow().await();
            workflows.setups().stopping(sandbox);
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
