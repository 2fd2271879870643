package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.RecordedProcess;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.host.HostBoot;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.index.JournalIndexer;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The runtime state of one sandbox: its record, its state machine, and its machine and connections while it
/// runs.
///
/// `lock` guards the fields. While it is held, the only slow operation is to write the record and the event of a
/// transition, so that their order is the same; readers of the record do not take it. At most one workflow (starting,
/// stopping, destroying) runs at a time, on its own virtual thread; a stop interrupts a start.
public final class SandboxRuntime {
    private final ReentrantLock lock = new ReentrantLock();
    private final SandboxResources resources;
    private final EventRecorder observation;
    private final JournalIndexer indexer;
    private final SandboxRecordStore store;
    private final StateMachine states;
    private final WorkflowSlot workflow = new WorkflowSlot(this::name, lock);
    private final MachineConnections connections = new MachineConnections(lock);
    private final NetworkContainment containment;
    private final FetchControl fetching = new FetchControl();
    private final StopProgress stopProgress;
    private volatile StartRequirements requirements;
    /// True while the machine is being ended: work that exists only in it must be saved before.
    private volatile boolean ends;

    private volatile @Nullable DestroyResult destroyed;

    SandboxRuntime(
            SandboxRecord record, SandboxResources resources, EventRecorder observation, JournalIndexer indexer) {
        this.store = new SandboxRecordStore(resources.catalog(), record, lock);
        this.resources = resources;
        this.containment = new NetworkContainment(store, connections, observation, this::subject, resources.policies());
        this.observation = observation;
        this.indexer = indexer;
        this.requirements = new StartRequirements(observation::step);
        this.stopProgress = new StopProgress(observation::step);
        this.states = new StateMachine(store, observation, this::entered, lock);
    }

    public String id() {
        return record().id();
    }

    public String name() {
        return record().spec().name();
    }

    public Path project() {
        return Path.of(record().spec().project());
    }

    /// The sandbox as the subject of its policy.
    public PolicySubject subject() {
        return new PolicySubject(id(), name(), project(), folder());
    }

    /// The folder with everything that is kept for the sandbox.
    public Path folder() {
        return resources.folders().sandbox(id());
    }

    /// The folder with the sockets of the machine.
    public Path sockets() {
        return resources.folders().runtime().resolve(id());
    }

    public SandboxRecord record() {
        return store.record();
    }

    public SandboxState state() {
        return record().state();
    }

    public EventRecorder observation() {
        return observation;
    }

    public JournalIndexer indexer() {
        return indexer;
    }

    /// The progress of the machine's start.
    public StartRequirements requirements() {
        return requirements;
    }

    /// The workflow that runs, if any.
    public WorkflowSlot workflow() {
        return workflow;
    }

    /// Cancels the fetch of work when the machine ends.
    public FetchControl fetching() {
        return fetching;
    }

    /// The progress of the machine's end.
    public StopProgress stopProgress() {
        return stopProgress;
    }

    /// Moves to another state and records it.
    ///
    /// @throws SandboxException `sandbox.wrong-state` when the transition is not permitted
    public void move(SandboxState to, @Nullable Problem problem, @Nullable String detail) throws SandboxException {
        states.move(to, problem, detail);
    }

    /// Moves to another state only if the sandbox is still in `from`, which another thread may have left;
    /// returns whether it did.
    public boolean moveFrom(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        return states.moveFrom(from, to, problem, detail);
    }

    private void entered(SandboxState from, SandboxState to) {
        if (to == SandboxState.STOPPING) {
            containment.close("the sandbox is stopping");
            stopProgress.begin();
            fetching.reset();
        } else if (to == SandboxState.RUNNING || to == SandboxState.STARTING) {
            containment.open(from == SandboxState.STOPPING ? "the sandbox keeps running" : "the sandbox is starting");
        }
    }

    /// Records that the sandbox is new (`from` is null), or changed without leaving its state `from`.
    public void announce(@Nullable SandboxState from) {
        SandboxRecord now = record();
        observation.state(from, now.state(), now.tier(), now.problem(), null);
    }

    /// Closes and opens the sandbox's network.
    public NetworkContainment containment() {
        return containment;
    }

    /// Puts the sandbox in error with this problem, from any state.
    public void fail(Problem problem) {
        states.fail(problem);
    }

    /// Changes the record without changing the state.
    public void change(UnaryOperator<SandboxRecord> change) {
        boolean _ = store.change(change);
    }

    /// Changes the record and writes it to disk before returning.
    ///
    /// @throws SandboxException `sandbox.unrecorded` when it cannot be written
    public void store(UnaryOperator<SandboxRecord> change) throws SandboxException {
        store.store(change);
    }

    /// Ends the machine of a stopping sandbox at once: no more work is fetched.
    public void endAtOnce() throws InterruptedException {
        fetching.abandon();
        Machine running = machine().orElse(null);
        if (running != null) {
            running.kill();
        }
    }

    /// A start begins: its requirements are not met yet, and callers wait until its machine is usable.
    public void freshRequirements() {
        requirements = new StartRequirements(observation::step);
        connections.await();
    }

    /// The guest link of the machine that is starting. It is available once the machine is usable, even if its project
    /// is not complete yet; the future fails if the machine cannot become usable.
    public CompletableFuture<GuestLink> usable() {
        return connections.usable();
    }

    /// The machine is about to be ended.
    public void beginEnd() {
        ends = true;
    }

    /// The result of destroying the sandbox, null while it exists.
    @Nullable
    public DestroyResult destroyed() {
        return destroyed;
    }

    /// Records that the sandbox was destroyed.
    public void destroyed(DestroyResult how) {
        destroyed = how;
    }

    /// The end was cancelled and the machine continues to run.
    public void goesOn() {
        ends = false;
    }

    /// True while the machine is being ended.
    public boolean ends() {
        return ends;
    }

    /// Attaches a running machine and its link. The machine is set first: if a later step fails, it is known and
    /// can be ended.
    public void attach(Machine newMachine) {
        // The activity begins now, so that the time before the machine existed does not count.
        observation.activity().restart();
        ends = false;
        connections.attach(newMachine);
        newMachine.watchDisk(observation);
        ProcessIdentity process = newMachine.process();
        change(r -> r.withProcess(new RecordedProcess(process.pid(), process.startTicks(), HostBoot.id())));
        connections.attach(resources.connectors().link(newMachine.linkSocket(), name(), observation));
    }

    /// Attaches the network of the machine.
    public void attach(Gateway newGateway) {
        connections.attach(newGateway);
    }

    /// Detaches link, network and machine without ending the machine.
    public void detach() {
        connections.detach();
        observation.quiet();
    }

    /// Detaches an ended machine; a process that still runs all the same stays in the record.
    public void release() {
        detach();
        if (process().isEmpty()) {
            change(SandboxRecord::withoutProcess);
        }
    }

    /// The running process that the record names.
    public Optional<ProcessIdentity> process() {
        return Optional.ofNullable(record().machine().process())
                .map(process -> new ProcessIdentity(process.pid(), process.start()))
                .filter(ProcessIdentity::alive);
    }

    /// True while there is a machine, whether or not it answers.
    public boolean runs() {
        return machine().isPresent() || process().isPresent();
    }

    public Optional<Machine> machine() {
        return connections.machine();
    }

    /// The machine's network, while it has one.
    public Optional<Gateway> gateway() {
        return connections.gateway();
    }

    /// The link in any state, for workflows.
    public Optional<GuestLink> anyLink() {
        return connections.link();
    }

    /// The link of a running sandbox.
    ///
    /// @throws SandboxException when it does not run, or `sandbox.busy`
    /// @throws GuestException when it runs and its agent does not answer
    public GuestLink guest() throws SandboxException, GuestException {
        StateProblems.lock(lock, name());
        try {
            GuestLink link = connections.link().orElse(null);
            if (state() != SandboxState.RUNNING || link == null) {
                throw notRunning();
            }
            StateProblems.requireUnheld(observation.pauseReason());
            if (link.state() != LinkState.UP) {
                throw StateProblems.unreachable(name());
            }
            return link;
        } finally {
            lock.unlock();
        }
    }

    /// Returns the current state; refuses an operation that is not allowed in it.
    ///
    /// @throws SandboxException `sandbox.wrong-state`, or `sandbox.busy`
    public SandboxState requireAllowed(Operation<?, ?> operation) throws SandboxException {
        StateProblems.lock(lock, name()); // a transition that is being recorded counts
        try {
            SandboxRecord now = record();
            if (!operation.states().contains(now.state())) {
                throw StateProblems.notAllowed(now, operation);
            }
            return now.state();
        } finally {
            lock.unlock();
        }
    }

    /// The exception for operations that need a running machine.
    public SandboxException notRunning() {
        return notAllowed(Set.of(SandboxState.RUNNING));
    }

    /// The exception for an operation that is allowed in these states only.
    public SandboxException notAllowed(Set<SandboxState> allowed) {
        return StateProblems.notAllowed(record(), allowed);
    }

    /// True once the host agent detaches: the machine continues to run, and the record is for the next host
    /// agent.
    public boolean closing() {
        return store.closing();
    }

    /// Stops the running workflow and refuses further changes of the record.
    public void halt() {
        store.close();
        workflow.halt();
    }

    /// Detaches everything without ending the machine.
    public void close() {
        halt();
        workflow.awaitHalted();
        detach();
        indexer.close();
        observation.journal().close();
        resources.hostJournal().settle(id());
    }
}
