package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
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
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The runtime state of one sandbox: its record, its state machine, and its machine and connections while it
/// runs.
///
/// `lock` guards the fields; no slow operation runs while it is held. At most one workflow (starting, stopping,
/// destroying) runs at a time, on its own virtual thread; a stop interrupts a start.
public final class SandboxRuntime {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxRuntime.class);

    private static final String WORKSPACE = "/workspace";
    private static final Duration WAKES = Duration.ofSeconds(30);
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final SandboxDependencies dependencies;
    private final EventRecorder observation;
    private final JournalIndexer indexer;
    private final NetworkContainment containment = new NetworkContainment(this);
    private final ReentrantLock lock = new ReentrantLock();
    private final FetchControl fetching = new FetchControl();
    private final StopProgress stopProgress;
    private SandboxRecord record;
    private StartRequirements requirements;
    private @Nullable Machine machine;
    private @Nullable GuestLink link;
    private @Nullable Gateway gateway;
    private @Nullable Thread workflow;
    /// True if the running workflow is cancelled when the sandbox is needed.
    private boolean yields;
    private CompletableFuture<GuestLink> usable = new CompletableFuture<>();
    private boolean closing;
    /// True while the machine is being ended: work that exists only in it must be saved before.
    private volatile boolean ends;
    private volatile @Nullable DestroyResult destroyed;
    /// True if the record on disk equals the one in memory.
    private boolean stored = true;

    SandboxRuntime(
            SandboxDependencies dependencies, SandboxRecord record, EventRecorder observation, JournalIndexer indexer) {
        this.dependencies = dependencies;
        this.record = record;
        this.observation = observation;
        this.indexer = indexer;
        this.requirements = new StartRequirements(observation::step);
        this.stopProgress = new StopProgress(observation::step);
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
        return new PolicySubject(id(), name(), project(), dependencies.folders().sandbox(id()));
    }

    public SandboxRecord record() {
        lock.lock();
        try {
            return record;
        } finally {
            lock.unlock();
        }
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

    public StartRequirements requirements() {
        lock.lock();
        try {
            return requirements;
        } finally {
            lock.unlock();
        }
    }

    /// Cancels the fetch of work when the machine ends.
    public FetchControl fetching() {
        return fetching;
    }

    /// The progress of the machine's end.
    public StopProgress stopProgress() {
        return stopProgress;
    }

    public SandboxDependencies services() {
        return dependencies;
    }

    /// Moves to another state and records it.
    ///
    /// @throws SandboxException `sandbox.wrong-state` when the transition is not permitted
    public void move(SandboxState to, @Nullable Problem problem, @Nullable String detail) throws SandboxException {
        SandboxState from;
        lock.lock();
        try {
            from = record.state();
            if (!from.next().contains(to)) {
                throw wrongState(from, to);
            }
            if (!moved(to, problem)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        recordTransition(from, to, problem, detail);
    }

    /// Moves to another state only if the sandbox is still in `from`, which another thread may have left;
    /// returns whether it did.
    public boolean moveFrom(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        lock.lock();
        try {
            if (record.state() != from || !moved(to, problem)) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        recordTransition(from, to, problem, detail);
        return true;
    }

    private void recordTransition(
            SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        if (to == SandboxState.STOPPING) {
            containment.close("the sandbox is stopping");
            stopProgress.begin();
            fetching.reset();
        } else if (to == SandboxState.RUNNING || to == SandboxState.STARTING) {
            containment.open(from == SandboxState.STOPPING ? "the sandbox keeps running" : "the sandbox is starting");
        }
        observation.state(from, to, record().tier(), problem, problem == null ? detail : problem.detail());
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
        SandboxState from;
        lock.lock();
        try {
            from = record.state();
            if (!moved(SandboxState.ERROR, problem)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        observation.state(from, SandboxState.ERROR, record().tier(), problem, problem.detail());
    }

    /// Changes the record without changing the state.
    public void change(UnaryOperator<SandboxRecord> change) {
        lock.lock();
        try {
            keep(change.apply(record));
        } finally {
            lock.unlock();
        }
    }

    /// Changes the record and writes it to disk before returning.
    ///
    /// @throws SandboxException `sandbox.unrecorded` when it cannot be written
    public void store(UnaryOperator<SandboxRecord> change) throws SandboxException {
        lock.lock();
        try {
            if (!keep(change.apply(record)) || !stored) {
                throw new SandboxException(
                        SandboxException.UNRECORDED,
                        "the record of %s could not be written, so the sandbox was not started"
                                .formatted(record.spec().name()),
                        "Free some space on the disk with the data folder, and check that you own that folder.");
            }
        } finally {
            lock.unlock();
        }
    }

    /// Begins a workflow, unless another one runs.
    public void begin(String what, Runnable work) throws SandboxException {
        begin(what, work, false);
    }

    /// Begins a workflow that is cancelled when the sandbox is needed, unless another one runs.
    public void beginYielding(String what, Runnable work) throws SandboxException {
        begin(what, work, true);
    }

    /// Cancels a workflow that yields, because the sandbox is needed.
    public void giveWay() throws InterruptedException {
        boolean cancels;
        lock.lock();
        try {
            cancels = yields && workflow != null && workflow.isAlive();
        } finally {
            lock.unlock();
        }
        if (cancels) {
            cancel();
        }
    }

    private void begin(String what, Runnable work, boolean mayBeCancelled) throws SandboxException {
        lock.lock();
        try {
            if (closing) {
                throw new SandboxException(SandboxException.WRONG_STATE, "the host agent is stopping", null);
            }
            if (workflow != null && workflow.isAlive()) {
                throw new SandboxException(
                        SandboxException.WRONG_STATE,
                        "sandbox " + workflow.getName(),
                        "Wait until this is done, or stop the sandbox.");
            }
            yields = mayBeCancelled;
            workflow =
                    Thread.ofVirtual().name(record.spec().name() + " " + what).start(work);
        } finally {
            lock.unlock();
        }
    }

    /// Interrupts the running workflow and waits until it has ended.
    public void cancel() throws InterruptedException {
        Thread running = running();
        if (running != null) {
            interrupt(running);
            running.join();
        }
    }

    /// Interrupts the thread, but not while it writes the record, which an interrupt would break off.
    private void interrupt(Thread running) {
        lock.lock();
        try {
            running.interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// Ends the machine of a stopping sandbox at once: no more work is fetched.
    public void endAtOnce() throws InterruptedException {
        fetching.abandon();
        Machine running = machine().orElse(null);
        if (running != null) {
            running.kill();
        }
    }

    /// Waits for the running workflow, if any.
    public void awaitWorkflow() throws InterruptedException {
        Thread running = running();
        if (running != null) {
            running.join();
        }
    }

    public void freshRequirements() {
        lock.lock();
        try {
            requirements = new StartRequirements(observation::step);
            usable = new CompletableFuture<>();
        } finally {
            lock.unlock();
        }
    }

    /// Marks the machine as usable, although its project may not be complete yet.
    public void usable(GuestLink guest) {
        usable().complete(guest);
    }

    /// Marks the machine as unusable, so that no caller waits for it any longer.
    public void unusable() {
        usable().completeExceptionally(new CancellationException());
    }

    private CompletableFuture<GuestLink> usable() {
        lock.lock();
        try {
            return usable;
        } finally {
            lock.unlock();
        }
    }

    /// The guest link of a sandbox that runs or is starting: waits for the start, and for the project too if the
    /// command runs in it.
    ///
    /// @throws SandboxException when it does not run
    /// @throws GuestException when it runs and its agent does not answer
    public GuestLink guest(ExecCommand command) throws SandboxException, GuestException, InterruptedException {
        String folder = command.cwd();
        boolean inProject = folder == null || folder.equals(WORKSPACE) || folder.startsWith(WORKSPACE + "/");
        if (inProject && state() == SandboxState.STARTING) {
            awaitWorkflow();
        }
        return guestSoon();
    }

    /// The guest link of a usable machine, whether or not its project is complete.
    public GuestLink guestSoon() throws SandboxException, GuestException, InterruptedException {
        if (state() != SandboxState.STARTING) {
            return guest();
        }
        try {
            return usable().get();
        } catch (ExecutionException | CancellationException e) {
            return guest();
        }
    }

    /// Prepares the end of the machine. A held machine is resumed, because its work could not be fetched
    /// otherwise; this waits a limited time until its guest agent answers.
    public void beginEnd() throws InterruptedException {
        ends = true;
        Machine held = machine().orElse(null);
        if (held == null || observation.pauseReason() == null) {
            return;
        }
        try {
            held.hold(null);
        } catch (VmException e) {
            LOG.warn("{}: {}", name(), e.getMessage());
        }
        long patience = System.nanoTime() + WAKES.toNanos();
        while (!answers() && System.nanoTime() < patience) {
            Thread.sleep(100);
        }
    }

    private boolean answers() {
        return observation.pauseReason() == null
                && anyLink().filter(up -> up.state() == LinkState.UP).isPresent();
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
        lock.lock();
        try {
            machine = newMachine;
        } finally {
            lock.unlock();
        }
        newMachine.watchDisk(observation);
        ProcessIdentity process = newMachine.process();
        change(r -> r.withProcess(process.pid(), process.startTicks(), HostBoot.id()));
        GuestLink newLink = dependencies.connectors().link(newMachine.linkSocket(), name(), observation);
        lock.lock();
        try {
            link = newLink;
        } finally {
            lock.unlock();
        }
    }

    /// Attaches the network of the machine.
    public void attach(Gateway newGateway) {
        lock.lock();
        try {
            gateway = newGateway;
        } finally {
            lock.unlock();
        }
    }

    /// Detaches link, network and machine without ending the machine.
    public void detach() {
        GuestLink oldLink;
        Gateway oldGateway;
        lock.lock();
        try {
            oldLink = link;
            oldGateway = gateway;
            link = null;
            gateway = null;
            machine = null;
        } finally {
            lock.unlock();
        }
        if (oldGateway != null) {
            oldGateway.close();
        }
        if (oldLink != null) {
            oldLink.close();
        }
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
        SandboxRecord r = record();
        Long pid = r.pid();
        Long start = r.pidStart();
        return pid == null || start == null
                ? Optional.empty()
                : Optional.of(new ProcessIdentity(pid, start)).filter(ProcessIdentity::alive);
    }

    /// True while there is a machine, whether or not it answers.
    public boolean runs() {
        return machine().isPresent() || process().isPresent();
    }

    public Optional<Machine> machine() {
        lock.lock();
        try {
            return Optional.ofNullable(machine);
        } finally {
            lock.unlock();
        }
    }

    /// The machine's network, while it has one.
    public Optional<Gateway> gateway() {
        lock.lock();
        try {
            return Optional.ofNullable(gateway);
        } finally {
            lock.unlock();
        }
    }

    /// The link of a running sandbox.
    ///
    /// @throws SandboxException when it does not run
    /// @throws GuestException when it runs and its agent does not answer
    public GuestLink guest() throws SandboxException, GuestException {
        lock.lock();
        try {
            if (record.state() != SandboxState.RUNNING || link == null) {
                throw notRunning();
            }
            requireUnheld();
            if (link.state() != LinkState.UP) {
                throw new GuestException(
                        GuestException.UNREACHABLE,
                        "the guest agent in " + record.spec().name() + " does not respond; reconnecting",
                        "If it stays unreachable, stop and start the sandbox. Files on its disk are not lost.",
                        null);
            }
            return link;
        } finally {
            lock.unlock();
        }
    }

    /// Refuses an operation that needs a running machine while a disk limit holds the machine. A machine that a
    /// full disk paused resumes as soon as there is space, so callers wait for it.
    private void requireUnheld() throws SandboxException {
        Problem why = observation.pauseReason();
        if (why != null && !why.code().equals(VmException.PAUSED.code())) {
            throw new SandboxException(new ProblemCode(why.code(), why.status()), why.detail(), why.hint());
        }
    }

    /// The plan with which the machine was launched, which differs from the plan of a start today if the host
    /// has changed.
    ///
    /// @throws SandboxException when it is not known
    public String plan() throws SandboxException {
        String plan = record().plan();
        if (plan == null) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE,
                    ("sandbox %s was started by an older version of Belljar, so no snapshot can be taken and it cannot "
                                    + "be hibernated")
                            .formatted(name()),
                    "Stop the sandbox and start it again.");
        }
        return plan;
    }

    /// The exception for operations that need a running machine.
    public SandboxException notRunning() {
        return notAllowed(Set.of(SandboxState.RUNNING));
    }

    /// The exception for an operation that is allowed in these states only.
    public SandboxException notAllowed(Set<SandboxState> allowed) {
        String expected = Arrays.stream(SandboxState.values())
                .filter(allowed::contains)
                .map(SandboxRuntime::word)
                .collect(Collectors.joining(" or "));
        StorageTier tier = record.tier();
        String packed = tier == null ? "" : " (tier " + tier.name().toLowerCase(java.util.Locale.ROOT) + ")";
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox %s is %s%s: expected it to be %s".formatted(name(), word(state()), packed, expected),
                allowed.contains(SandboxState.RUNNING) && state().next().contains(SandboxState.STARTING)
                        ? "Start it with `belljar start " + name() + "`."
                        : allowed.equals(Set.of(SandboxState.STOPPED))
                                ? "Stop it with `belljar stop " + name() + "`."
                                : null);
    }

    /// The link in any state, for workflows.
    public Optional<GuestLink> anyLink() {
        lock.lock();
        try {
            return Optional.ofNullable(link);
        } finally {
            lock.unlock();
        }
    }

    /// True once the host agent detaches: the machine continues to run, and the record is for the next host
    /// agent.
    public boolean closing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /// Stops the running workflow and refuses further changes of the record.
    public void halt() {
        Thread running;
        lock.lock();
        try {
            closing = true;
            running = workflow;
        } finally {
            lock.unlock();
        }
        if (running != null) {
            running.interrupt();
        }
    }

    /// Detaches everything without ending the machine.
    public void close() {
        halt();
        try {
            Thread running = running();
            if (running != null && !running.join(GIVE_UP)) {
                LOG.warn("{}: the operation \"{}\" could not be cancelled in time", name(), running.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        detach();
        indexer.close();
        observation.journal().close();
        dependencies.hostJournal().settle(record.id());
    }

    private @Nullable Thread running() {
        lock.lock();
        try {
            return Thread.currentThread().equals(workflow) ? null : workflow;
        } finally {
            lock.unlock();
        }
    }

    private boolean moved(SandboxState to, @Nullable Problem problem) {
        return keep(record.withState(to, System.currentTimeMillis(), problem));
    }

    private boolean keep(SandboxRecord changed) {
        if (closing) {
            return false;
        }
        record = changed;
        // An interrupted thread cannot write a file; the interrupt is restored afterwards.
        boolean interrupted = Thread.interrupted();
        try {
            stored = false;
            dependencies.catalog().keep(changed);
            stored = true;
        } catch (CatalogException e) {
            // The state in memory stays valid; a record that was not written is reconciled with the running
            // processes at the next start.
            LOG.error("{}: its record could not be written", changed.spec().name(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return true;
    }

    private SandboxException wrongState(SandboxState from, SandboxState to) {
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox %s is %s and cannot become %s".formatted(record.spec().name(), word(from), word(to)),
                null);
    }

    public static String word(SandboxState state) {
        return state.name().toLowerCase(java.util.Locale.ROOT);
    }
}
