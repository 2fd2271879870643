package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.index.JournalIndexer;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.policy.PolicySubject;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.DestroyResult;
import dev.belljar.contract.view.ExecResult;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.FlowTable;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.ImagesPruned;
import dev.belljar.contract.view.ProcessTable;
import dev.belljar.contract.view.RunReport;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All sandboxes of this host agent.
public final class SandboxService implements SandboxOperations, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxService.class);
    // A problem names the allowed states if there are at most so many.
    private static final int MOST_NAMED = 2;

    private final SandboxDependencies dependencies;
    private final String version;
    private final SandboxQueries inspection;
    private final HostDoctor doctor;
    private final SnapshotOperations history;
    private final SandboxPolicyOperations policies;
    private final SessionOperations sessions;
    private final SshService ssh;
    private final LongSupplier nanos;
    private final RetentionService retention;
    private final IdleReaper idleReaper;
    private final StorageWatch storageWatch;
    private final StorageOperations storage;
    private final PortWatch ports;
    private final RegistrySites sites;
    private final RouteOperations routes;
    private final Map<String, SandboxRuntime> sandboxes = new ConcurrentHashMap<>();

    private SandboxService(
            SandboxDependencies dependencies,
            String version,
            RetentionSettings retentions,
            InstantSource clock,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.dependencies = dependencies;
        this.version = version;
        this.inspection = new SandboxQueries(dependencies);
        this.doctor = new HostDoctor(dependencies);
        this.history = new SnapshotService(this, dependencies);
        this.policies = new SandboxPolicyService(this, dependencies.egress());
        this.sessions = new SessionService(this, dependencies);
        this.ssh = new SshService(this, dependencies.ssh());
        this.retention = new RetentionService(this, dependencies, retentions);
        this.idleReaper = new IdleReaper(this, retention, retentions, new SteadyClock(clock, nanos));
        this.storageWatch = new StorageWatch(this, dependencies);
        this.storage = new StorageService(this, dependencies, storageWatch);
        this.ports = new PortWatch(this);
        this.sites = new RegistrySites(this, ports);
        this.routes = new RouteService(this, sites, dependencies.web());
    }

    /// Opens the sandboxes of the catalog and takes over their machines that still run.
    ///
    /// @throws BelljarException when the catalog or a journal cannot be read
    public static SandboxService open(SandboxDependencies dependencies, String version, RetentionSettings retentions)
            throws BelljarException, InterruptedException {
        return open(dependencies, version, retentions, InstantSource.system(), System::nanoTime);
    }

    /// Opens all sandboxes with other clocks; `nanos` is monotonic.
    static SandboxService open(
            SandboxDependencies dependencies,
            String version,
            RetentionSettings retentions,
            InstantSource clock,
            LongSupplier nanos)
            throws BelljarException, InterruptedException {
        SandboxService sandboxService = new SandboxService(dependencies, version, retentions, clock, nanos);
        new TrashFolder(dependencies.folders()).open();
        dependencies.egress().policies().sweepSnapshots(dependencies.snapshots()::has);
        for (SandboxRecord record : dependencies.catalog().all()) {
            sandboxService.take(record);
        }
        sandboxService.ssh.changed();
        return sandboxService;
    }

    /// Takes over one sandbox. An error with it must not affect the others.
    private void take(SandboxRecord record) throws InterruptedException {
        try {
            if (record.state() == SandboxState.DESTROYED) {
                new TrashMove(dependencies, record).run();
                return;
            }
            SandboxRuntime sandbox = readable(record);
            sandboxes.put(record.id(), sandbox);
            adopt(sandbox);
        } catch (CatalogException | SandboxException | RuntimeException e) {
            LOG.error("{}: its record cannot be used; it is not listed and not deleted", record.id(), e);
        }
    }

    private static void adopt(SandboxRuntime sandbox) throws InterruptedException {
        if (sandbox.observation().journal() instanceof MissingJournal lost) {
            sandbox.fail(lost.fault().problem());
            return;
        }
        try {
            new AdoptWorkflow(sandbox).run();
        } catch (RuntimeException e) {
            // The effects of a damaged record cannot be foreseen; it must not prevent the other sandboxes from
            // opening.
            LOG.error("{}: could not be taken over", sandbox.name(), e);
            sandbox.fail(Problem.of(ProblemCode.INTERNAL, "not taken over", String.valueOf(e), null));
        }
    }

    private SandboxRuntime readable(SandboxRecord record) {
        try {
            return live(record);
        } catch (JournalException e) {
            LOG.error("{}: its journal cannot be opened", record.spec().name(), e);
            return live(record, new MissingJournal(e));
        }
    }

    @Override
    public Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException {
        Path project = project(request.path());
        if (request.start()) {
            requireEmulation();
        }
        SandboxRecord record;
        SandboxRuntime sandbox;
        synchronized (this) {
            Set<String> taken = all().stream().map(SandboxRuntime::name).collect(Collectors.toSet());
            String name = request.name() == null
                    ? SandboxNames.from(project, taken)
                    : SandboxNames.checked(request.name(), taken);
            SandboxSpec spec = new SandboxSpec(
                    name, project.toString(), "microvm", figures().limits(request), request.plainFolder());
            dependencies.workspace().check(project, request.plainFolder());
            record = SandboxRecord.asked(
                    (request.start() ? dependencies.pool().reserve(spec.limits()) : Optional.<String>empty())
                            .orElseGet(SandboxService::freshId),
                    spec,
                    System.currentTimeMillis());
            sandbox = kept(record, request.networkMode());
        }
        sandbox.observation().note("note", "created", "for " + project);
        return request.start() ? start(record.id()) : view(sandbox);
    }

    private PolicySubject subject(SandboxRecord record) {
        return new PolicySubject(
                record.id(),
                record.spec().name(),
                Path.of(record.spec().project()),
                dependencies.folders().sandbox(record.id()));
    }

    /// Records a new sandbox, with its own network mode if there is one; deletes all of it if that fails.
    private SandboxRuntime kept(SandboxRecord record, @Nullable NetworkMode mode)
            throws BelljarException, InterruptedException {
        boolean kept = false;
        try {
            if (mode != null) {
                dependencies.egress().policies().networkMode(subject(record), mode, RuleScope.SANDBOX);
            }
            dependencies.catalog().keep(record);
            SandboxRuntime sandbox = live(record);
            sandboxes.put(record.id(), sandbox);
            kept = true;
            ssh.changed();
            return sandbox;
        } finally {
            if (!kept) {
                dependencies.pool().release(record.id());
                discard(record);
            }
        }
    }

    /// Creates and starts a sandbox from a snapshot, with the wanted name or, unless `exact`, with a number
    /// added.
    Sandbox branch(SnapshotStore.Saved saved, String requestedName, boolean exact)
            throws BelljarException, InterruptedException {
        SandboxRecord from = saved.record();
        SandboxRecord record;
        SandboxRuntime sandbox;
        synchronized (this) {
            Set<String> taken = all().stream().map(SandboxRuntime::name).collect(Collectors.toSet());
            String name =
                    exact ? SandboxNames.checked(requestedName, taken) : SandboxNames.numbered(requestedName, taken);
            SandboxSpec was = from.spec();
            SandboxSpec spec = new SandboxSpec(name, was.project(), was.backend(), was.limits(), was.plainFolder());
            record = from.branched(freshId(), spec, saved.snapshot().id(), System.currentTimeMillis());
            inherit(saved, record);
            sandbox = kept(record, null);
        }
        sandbox.observation()
                .note(
                        "note",
                        "created",
                        "from snapshot %s of %s"
                                .formatted(
                                        saved.snapshot().id(), saved.snapshot().sandboxName()));
        return begun(record.id());
    }

    /// Copies to a branch what it has from its origin besides disk and memory: work, rules, and TLS inspection.
    private void inherit(SnapshotStore.Saved saved, SandboxRecord record)
            throws BelljarException, InterruptedException {
        SandboxRuntime origin = sandboxes.get(saved.snapshot().sandbox());
        PolicySubject before = origin == null ? null : origin.subject();
        boolean whole = false;
        try {
            dependencies.egress().policies().inherit(before, saved.snapshot().id(), subject(record));
            dependencies.egress().inspections().inherit(before, saved.inspection(), subject(record));
            String capture = record.capture();
            if (capture != null) {
                dependencies.workspace().inherit(Path.of(record.spec().project()), capture, record.id());
            }
            whole = true;
        } finally {
            if (!whole) {
                discard(record);
            }
        }
    }

    private void discard(SandboxRecord record) {
        dependencies.egress().policies().forget(record.id());
        dependencies.egress().inspections().forget(record.id());
        FileTrees.delete(dependencies.folders().sandbox(record.id()));
    }

    /// Starts a branch; deletes it if it cannot be started.
    private Sandbox begun(String id) throws BelljarException, InterruptedException {
        try {
            return start(id);
        } catch (BelljarException e) {
            destroy(id);
            throw e;
        }
    }

    /// Creates the record of a restored sandbox, with a free name.
    interface Admission {
        SandboxRecord named(Set<String> taken) throws BelljarException;
    }

    /// Adds a restored sandbox, which does not run.
    Sandbox admit(Admission admission) throws BelljarException {
        synchronized (this) {
            SandboxRecord record =
                    admission.named(all().stream().map(SandboxRuntime::name).collect(Collectors.toSet()));
            dependencies.catalog().keep(record);
            SandboxRuntime sandbox = readable(record);
            sandboxes.put(record.id(), sandbox);
            sandbox.observation().note("note", "restored", "from the trash");
            ssh.changed();
            return view(sandbox);
        }
    }

    @Override
    public RetentionOperations keeping() {
        return retention;
    }

    @Override
    public StorageOperations storage() {
        return storage;
    }

    @Override
    public SnapshotOperations history() {
        return history;
    }

    @Override
    public SandboxPolicyOperations policies() {
        return policies;
    }

    @Override
    public RouteOperations routes() {
        return routes;
    }

    /// The sandboxes as routes see them.
    public SandboxSites sites() {
        return sites;
    }

    @Override
    public SessionOperations sessions() {
        return sessions;
    }

    @Override
    public List<Sandbox> list() {
        return all().stream().map(this::view).toList();
    }

    @Override
    public Sandbox get(String id) throws SandboxException {
        return view(find(id));
    }

    @Override
    public void requireAllowed(String id, Operation<?, ?> operation) throws SandboxException {
        SandboxRuntime sandbox = find(id);
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
        SandboxRuntime sandbox = find(id);
        if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
            requireEmulation(); // not under its monitor: it may boot a machine to see
        }
        synchronized (sandbox) {
            retention.giveWay(sandbox);
            if (sandbox.state() != SandboxState.STARTING && sandbox.state() != SandboxState.RUNNING) {
                requireStartable(sandbox);
                dependencies.quotas().require(sandbox.record(), 0, "the sandbox is not started");
                sandbox.move(SandboxState.STARTING, null, null);
                sandbox.freshRequirements();
                sandbox.begin("is starting", new StartWorkflow(sandbox)::run);
            }
        }
        return view(sandbox);
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
        SandboxRuntime sandbox = find(id);
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
        return view(sandbox);
    }

    @Override
    public Sandbox stopNow(String id) throws SandboxException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        stopNow(sandbox);
        return view(sandbox);
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
        SandboxRuntime sandbox = find(id);
        stopNow(sandbox);
        return destroy(sandbox);
    }

    @Override
    public DestroyResult destroy(String id) throws BelljarException, InterruptedException {
        return destroy(find(id));
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
            retention.giveWay(sandbox);
            if (sandbox.state() == SandboxState.STARTING) {
                stop(sandbox.id(), false);
            }
            sandbox.awaitWorkflow();
            // Approvals are withdrawn while the journal can still record that.
            sandbox.containment().close("the sandbox is being destroyed");
            try {
                DestroyResult destroyed = new DestroyWorkflow(sandbox).run();
                sandbox.destroyed(destroyed);
                return destroyed;
            } finally {
                if (sandbox.state() == SandboxState.DESTROYED) {
                    dependencies.egress().policies().forget(sandbox.id());
                    sandboxes.remove(sandbox.id());
                    dependencies.egress().inspections().forget(sandbox.id());
                    inspection.forget(sandbox.id());
                    ssh.changed();
                }
            }
        }
    }

    @Override
    public ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException {
        return ExecCapture.run(open(id, command));
    }

    @Override
    public GuestExec open(String id, ExecCommand command) throws BelljarException, InterruptedException {
        if (command.argv().isEmpty()) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "argv is empty: expected a program and its arguments", null);
        }
        SandboxRuntime sandbox = find(id);
        GuestExec exec = sandbox.guest(command).exec(new InspectionSetup(sandbox).configured(command));
        return new WatchedExec(exec, sandbox.observation().activity(), command.pty());
    }

    @Override
    public GuestStream tunnel(String id, int port) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        GuestLink guest = sandbox.guestSoon();
        if (port == GuestSshKeys.PORT) {
            sandbox.sshKeys().settle(guest);
        }
        return WatchedStream.to(guest, port, sandbox);
    }

    @Override
    public SshOperations ssh() {
        return ssh;
    }

    @Override
    public Journal journal(String id) throws SandboxException {
        return find(id).observation().journal();
    }

    @Override
    public ProcessTable processes(String id, int finished) throws BelljarException, InterruptedException {
        return inspection.processes(find(id), finished);
    }

    @Override
    public FileDiff diff(String id) throws BelljarException, InterruptedException {
        return inspection.diff(find(id));
    }

    @Override
    public FileContents contents(String id, String path) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        return dependencies.workspace().contents(sandbox.id(), sandbox.project(), path);
    }

    @Override
    public FlowTable flows(String id, int most) throws BelljarException {
        return inspection.flows(find(id), most);
    }

    @Override
    public PacketCapture capture(String id, OutputStream target) throws BelljarException {
        SandboxRuntime sandbox = find(id);
        Gateway gateway = sandbox.gateway().orElseThrow(sandbox::notRunning);
        return new PacketCapture(gateway, () -> sandbox.gateway().orElse(null), target);
    }

    @Override
    public RunReport report(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        return inspection.report(sandbox, view(sandbox));
    }

    @Override
    public SyncPlan plan(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        // A screen requests this every second, so it is not recorded in the journal.
        return dependencies.workspace().plan(sandbox.id(), sandbox.name(), sandbox.project(), sandbox.guest());
    }

    @Override
    public SyncResult accept(String id, AcceptSync request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = find(id);
        SyncResult result = dependencies.workspace().accept(sandbox.id(), sandbox.name(), sandbox.project(), request);
        sandbox.observation()
                .note(
                        "sync",
                        "accepted",
                        "%s at %s, %d excluded"
                                .formatted(
                                        result.branch(),
                                        result.commit(),
                                        result.withheld().size()));
        return result;
    }

    @Override
    public HostStatus host() throws BelljarException, InterruptedException {
        HostFigures figures = figures();
        int running = (int)
                all().stream().filter(s -> s.state() == SandboxState.RUNNING).count();
        return new HostStatus(
                version,
                figures.cpus(),
                figures.cpuPermille(),
                figures.memoryTotal(),
                figures.memoryFree(),
                figures.diskFree(),
                running,
                dependencies.probe().cached(),
                dependencies.emulation().given(),
                figures.defaults(),
                figures.most(),
                dependencies.images().status(),
                doctor.checks(figures));
    }

    @Override
    public HostStatus acceptEmulation() throws BelljarException, InterruptedException {
        dependencies.emulation().give();
        return host();
    }

    @Override
    public ImageStatus buildImage() {
        return dependencies.images().build();
    }

    @Override
    public ImageStatus refreshImage() {
        return dependencies.images().refresh();
    }

    @Override
    public ImageStatus cancelImage() throws InterruptedException {
        return dependencies.images().cancel();
    }

    @Override
    public ImageStatus checkImage() throws BelljarException, InterruptedException {
        return dependencies.images().check();
    }

    @Override
    public ImagesPruned pruneImages() throws BelljarException, InterruptedException {
        return dependencies.images().prune();
    }

    @Override
    public void rebuildIndex() throws BelljarException, InterruptedException {
        dependencies.catalog().rebuild();
        for (SandboxRuntime sandbox : all()) {
            sandbox.indexer().rebuild();
        }
    }

    /// Begins to apply the retention policy and to poll the ports of running machines.
    public void startRetention() {
        idleReaper.start();
        storageWatch.start();
        ports.start();
        new BuildSandboxes(this, dependencies).sweep();
    }

    /// Detaches from all sandboxes; machines continue to run, except one in which a program is being built.
    @Override
    public void close() {
        try {
            dependencies.zellij().cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        idleReaper.close();
        storageWatch.close();
        ssh.close();
        ports.close();
        all().forEach(SandboxRuntime::halt);
        all().forEach(SandboxRuntime::close);
    }

    private SandboxRuntime live(SandboxRecord record) throws JournalException {
        return live(
                record, dependencies.connectors().journal(dependencies.folders().sandbox(record.id())));
    }

    private SandboxRuntime live(SandboxRecord record, Journal journal) {
        JournalIndexer indexer = JournalIndexer.start(record.id(), journal, dependencies.index());
        return new SandboxRuntime(
                dependencies,
                record,
                new EventRecorder(record.spec().name(), journal, new MachineActivity(nanos)),
                indexer,
                ssh::write);
    }

    SandboxRuntime find(String idOrName) throws SandboxException {
        SandboxRuntime byId = sandboxes.get(idOrName);
        if (byId != null) {
            return byId;
        }
        return sandboxes.values().stream()
                .filter(sandbox -> sandbox.name().equals(idOrName))
                .findFirst()
                .orElseThrow(() -> SandboxException.notFound(idOrName));
    }

    Collection<SandboxRuntime> all() {
        return sandboxes.values().stream()
                .sorted(Comparator.comparingLong(sandbox -> sandbox.record().created()))
                .toList();
    }

    private Sandbox view(SandboxRuntime sandbox) {
        Acceleration acceleration = dependencies.probe().cached();
        return sandbox.view(acceleration);
    }

    private HostFigures figures() throws SandboxException {
        try {
            return HostFigures.now(dependencies.folders().data());
        } catch (IOException e) {
            throw new SandboxException(
                    ProblemCode.INTERNAL, "the resources of this computer cannot be read: " + e.getMessage(), null);
        }
    }

    private static Path project(@Nullable String path) throws SandboxException {
        // The codec leaves a missing field null, and a path must not contain NUL.
        if (path == null || path.indexOf('\0') >= 0) {
            throw new SandboxException(ProblemCode.BAD_REQUEST, "path: expected an absolute path", null);
        }
        Path project = Path.of(path);
        if (!project.isAbsolute()) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "path \"" + path + "\": expected an absolute path", null);
        }
        if (!Files.isDirectory(project)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "path \"" + path + "\": expected an existing folder", null);
        }
        return project.normalize();
    }

    /// A new id that no sandbox and no snapshot has.
    public static String freshId() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /// The component that applies the retention policy, for tests.
    IdleReaper idleReaper() {
        return idleReaper;
    }

    /// Waits for the running workflow of a sandbox, for tests.
    void settle(String id) throws SandboxException, InterruptedException {
        find(id).awaitWorkflow();
    }

    /// The component that holds machines above their disk limits, for tests.
    StorageWatch storageWatch() {
        return storageWatch;
    }

    /// What the catalog holds of a sandbox, for tests.
    SandboxRecord record(String id) throws SandboxException, CatalogException {
        return dependencies.catalog().find(id).orElseThrow(() -> SandboxException.notFound(id));
    }
}
