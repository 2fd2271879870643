package dev.belljar.agent.api;

import dev.belljar.agent.access.GuestOperations;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.lifecycle.SandboxOperations;
import dev.belljar.agent.recording.PacketCapture;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.status.HostOperations;
import dev.belljar.agent.status.QueryOperations;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Sandbox operations with one sandbox named `shop` with id `s1`, whose journal is real and whose commands are
/// `FakeExec`s. Calls are recorded in `asked`.
final class FakeSandboxes implements SandboxOperations, GuestOperations, QueryOperations, HostOperations {
    static final MachineLimits LIMITS = new MachineLimits(1024, 2, 4096);
    static final Acceleration EMULATED =
            new Acceleration(Acceleration.Kind.KVM_UNUSABLE, "emulated", "no", "slow", 2_000_000L, false, 9, "7.2", 1);
    static final FileDiff NO_DIFF = new FileDiff("a", "b", List.of(), List.of(), true);
    private static final SyncPlan NO_PLAN =
            new SyncPlan("c", "b", "belljar/shop", List.of(), 0, NO_DIFF, NO_DIFF, true);

    /// A sandbox in a state in which no operation is allowed.
    static final String STOPPING = "stopping";

    final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<FakeExec> opened = new LinkedBlockingQueue<>();
    /// The latch that a late command waits for, one permit for each waiting command, and whether one was
    /// cancelled while it waited.
    final CountDownLatch begin = new CountDownLatch(1);

    final Semaphore late = new Semaphore(0);
    final CompletableFuture<Boolean> givenUp = new CompletableFuture<>();
    final BlockingQueue<FakeTunnel> tunnels = new LinkedBlockingQueue<>();
    private final Journal journal;
    private final FakePolicies policies;

    FakeSandboxes(Journal journal) {
        this.journal = journal;
        this.policies = new FakePolicies(asked, null, null);
    }

    /// The same with a real audit and real secrets.
    FakeSandboxes(Journal journal, AuditLog audit, SecretStore secrets) {
        this.journal = journal;
        this.policies = new FakePolicies(asked, audit, secrets);
    }

    /// What the API offers, with these fakes behind it.
    ApiServices services() {
        FakeHistory snapshots = new FakeHistory();
        FakeRetention retention = new FakeRetention(sandbox());
        return new ApiServices(
                this,
                this,
                this,
                new ApiServices.SnapshotServices(snapshots, snapshots, snapshots),
                policies,
                new ApiServices.StorageServices(new FakeStorage(), retention, retention),
                new ApiServices.AccessServices(
                        this, new FakeRoutes(asked), new FakeSessions(asked, opened), new FakeSsh(asked)));
    }

    @Override
    public Sandbox create(CreateSandbox request) {
        asked.add("create " + request.path());
        return sandbox();
    }

    @Override
    public List<Sandbox> list() {
        return List.of(sandbox());
    }

    @Override
    public Sandbox get(String id) throws BelljarException {
        return known("get", id);
    }

    @Override
    public void requireAllowed(String id, Operation<?, ?> operation) throws BelljarException {
        if (id.equals(STOPPING)) {
            throw new WrongState(operation);
        }
    }

    @Override
    public Sandbox start(String id) throws BelljarException {
        return known("start", id);
    }

    @Override
    public Sandbox stop(String id, boolean hibernate) throws BelljarException {
        return known("stop", id);
    }

    @Override
    public Sandbox stopNow(String id) throws BelljarException {
        return known("stop now", id);
    }

    @Override
    public DestroyResult destroyNow(String id) throws BelljarException {
        return new DestroyResult(known("destroy now", id).id(), null, "/repo", "its disk is in the trash");
    }

    @Override
    public DestroyResult destroy(String id) throws BelljarException {
        return new DestroyResult(known("destroy", id).id(), null, "/repo", "no unsynced work");
    }

    @Override
    public ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException {
        known("exec " + command.argv(), id);
        switch (command.argv().getFirst()) {
            case "sleep" -> Thread.sleep(Long.parseLong(command.argv().get(1)));
            case "bug" -> throw new IllegalStateException("a secret detail");
            default -> {}
        }
        return new ExecResult(0, null, false, "", "", false, 1);
    }

    @Override
    public FakeExec open(String id, ExecCommand command) throws BelljarException, InterruptedException {
        known("open " + command.argv(), id);
        switch (command.argv().getFirst()) {
            case "refused" ->
                throw new GuestException(GuestException.REFUSED, "no such program", "Check its name.", null);
            case "late" -> late();
            case "bug" -> throw new IllegalStateException("a secret detail");
            default -> {}
        }
        FakeExec exec = new FakeExec(command);
        opened.add(exec);
        return exec;
    }

    private void late() throws InterruptedException {
        late.release();
        try {
            begin.await();
        } catch (InterruptedException e) {
            givenUp.complete(true);
            throw e;
        }
    }

    @Override
    public Journal hostJournal() {
        return journal;
    }

    @Override
    public Journal journal(String id) throws BelljarException {
        known("journal", id);
        return journal;
    }

    @Override
    public ProcessTable processes(String id, int finished) throws BelljarException {
        known("processes " + finished, id);
        return new ProcessTable(0, 0, List.of());
    }

    @Override
    public SandboxWork work(String id, boolean fetch) throws BelljarException {
        known("work " + fetch, id);
        return new SandboxWork(NO_PLAN, List.of(), true);
    }

    @Override
    public FileContents contents(String id, String path) throws BelljarException {
        known("contents " + path, id);
        return new FileContents(path, null, "new", null);
    }

    @Override
    public GuestStream tunnel(String id, int port) throws BelljarException {
        known("tunnel " + port, id);
        FakeTunnel tunnel = FakeTunnel.to(port);
        tunnels.add(tunnel);
        return tunnel;
    }

    @Override
    public FlowTable flows(String id, int most) throws BelljarException {
        known("flows " + most, id);
        return new FlowTable(0, 0, 0, 0, 0, List.of());
    }

    @Override
    public PacketCapture capture(String id, OutputStream target) throws BelljarException {
        throw new UnsupportedOperationException("no machine has a network here");
    }

    @Override
    public RunReport report(String id) throws BelljarException {
        Sandbox sandbox = known("report", id);
        return new RunReport(
                1,
                sandbox,
                Map.of(),
                new ProcessTable(0, 0, List.of()),
                NO_DIFF,
                new FlowTable(0, 0, 0, 0, 0, List.of()),
                List.of());
    }

    @Override
    public SyncPlan plan(String id) throws BelljarException {
        known("plan", id);
        return NO_PLAN;
    }

    @Override
    public SyncResult accept(String id, AcceptSync request) throws BelljarException {
        known("accept " + request.commit(), id);
        return new SyncResult("belljar/shop", request.commit(), 1, List.of());
    }

    @Override
    public HostStatus host() {
        asked.add("host");
        return new HostStatus("0", 2, 0, 1, 1, 1, 0, EMULATED, true, LIMITS, LIMITS, image(), List.of());
    }

    @Override
    public ImageStatus cancelImage() {
        return image();
    }

    @Override
    public ImageStatus refreshImage() {
        asked.add("refresh image");
        return image();
    }

    @Override
    public ImageStatus checkImage() {
        asked.add("check image");
        return image();
    }

    @Override
    public HostGauges gauges(@Nullable String sandbox) {
        asked.add("gauges " + sandbox);
        return new HostGauges(0, 0, 0, List.of(), List.of());
    }

    @Override
    public HostStatus acceptEmulation() {
        asked.add("accept emulation");
        return host();
    }

    @Override
    public ImageStatus buildImage() {
        asked.add("image");
        return image();
    }

    @Override
    public ImagesPruned pruneImages() {
        asked.add("prune");
        return new ImagesPruned(List.of("k0"), 7);
    }

    @Override
    public void rebuildIndex() {
        asked.add("rebuild");
    }

    private static ImageStatus image() {
        return new ImageStatus("ready", 100, "", null, List.of(), "k", "/image", 1, null, null, List.of());
    }

    private Sandbox known(String what, String id) throws BelljarException {
        if (!id.equals("s1") && !id.equals("shop")) {
            throw new NoSuchSandbox(id);
        }
        asked.add(what);
        return sandbox();
    }

    private Sandbox sandbox() {
        SandboxStatus status =
                new SandboxStatus(SandboxState.RUNNING, 1, List.of(), null, null, List.of(), true, journal.lastSeq());
        return new Sandbox(
                "s1",
                new SandboxSpec("shop", "/p", "microvm", LIMITS, false),
                status,
                EMULATED,
                1,
                null,
                null,
                null,
                null);
    }

    /// The refusal of an operation in the state of the sandbox.
    private static final class WrongState extends BelljarException {
        private static final long serialVersionUID = 1L;

        WrongState(Operation<?, ?> operation) {
            super(ProblemCode.CONFLICT, operation.name() + " is not allowed now", null, null);
        }
    }

    /// The refusal for an unknown sandbox.
    static final class NoSuchSandbox extends BelljarException {
        private static final long serialVersionUID = 1L;

        NoSuchSandbox(String id) {
            super(ProblemCode.NOT_FOUND, "sandbox \"" + id + "\": there is none", "See `belljar list`.", null);
        }
    }
}
