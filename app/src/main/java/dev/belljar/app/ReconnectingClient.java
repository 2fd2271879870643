package dev.belljar.app;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.PolicyClient;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.RouteClient;
import dev.belljar.client.SessionClient;
import dev.belljar.client.SshClient;
import dev.belljar.client.StorageClient;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.AgentHealth;
import dev.belljar.contract.view.DestroyResult;
import dev.belljar.contract.view.ExecResult;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.FlowTable;
import dev.belljar.contract.view.GarbageCollected;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.IdentityCheck;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.ImagesPruned;
import dev.belljar.contract.view.ProcessTable;
import dev.belljar.contract.view.RetentionStatus;
import dev.belljar.contract.view.RunReport;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import dev.belljar.contract.view.TrashItem;
import dev.belljar.contract.view.WorkspaceComparison;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A client that finds or starts the host agent at the first request, and looks for it again
/// after it went away.
///
/// So the window opens at once, and an agent that cannot be started is reported as an error like any other.
final class ReconnectingClient implements AgentClient {
    /// Error codes after which the agent is looked for again. UNAUTHORIZED is one: another agent at the same
    /// address refuses the old one's token.
    private static final Set<String> GONE =
            Set.of(ProblemCode.UNAVAILABLE.code(), ProblemCode.UNAUTHORIZED.code(), AgentStarter.STOPPED.code());

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /// Finds the host agent.
    @FunctionalInterface
    interface AgentFinder {
        AgentClient find() throws AgentException, InterruptedException;
    }

    /// A request to the host agent.
    @FunctionalInterface
    private interface AgentCall<T> {
        T put(AgentClient agent) throws AgentException, InterruptedException;
    }

    private final AgentFinder first;
    private final AgentFinder again;
    private final AtomicBoolean reconnecting = new AtomicBoolean(true);
    private final AtomicReference<@Nullable Refusal> refusal = new AtomicReference<>();
    private final List<ReconnectingSubscription> followers = new CopyOnWriteArrayList<>();
    private @Nullable AgentClient found;

    ReconnectingClient(AgentFinder finder) {
        this(finder, finder);
    }

    /// `first` finds the host agent at the start and after [#wake()], `again` after it went away.
    ReconnectingClient(AgentFinder first, AgentFinder again) {
        this.first = first;
        this.again = again;
    }

    /// Why the host agent could not be started; it is not tried again before `due`, a time of
    /// System.nanoTime.
    private record Refusal(AgentException why, long due) {
        boolean stands() {
            return System.nanoTime() - due < 0;
        }
    }

    /// Lets the next request start the host agent, even if it was stopped on purpose or could not be
    /// started just now.
    void wake() {
        refusal.set(null);
        reconnecting.set(true);
    }

    @Override
    public AgentHealth health() throws AgentException, InterruptedException {
        return ask(AgentClient::health);
    }

    @Override
    public HostStatus acceptEmulation() throws AgentException, InterruptedException {
        return ask(AgentClient::acceptEmulation);
    }

    @Override
    public HostStatus host() throws AgentException, InterruptedException {
        return ask(AgentClient::host);
    }

    @Override
    public ImageStatus buildImage() throws AgentException, InterruptedException {
        return ask(AgentClient::buildImage);
    }

    @Override
    public ImageStatus refreshImage() throws AgentException, InterruptedException {
        return ask(AgentClient::refreshImage);
    }

    @Override
    public ImageStatus cancelImage() throws AgentException, InterruptedException {
        return ask(AgentClient::cancelImage);
    }

    @Override
    public ImageStatus checkImage() throws AgentException, InterruptedException {
        return ask(AgentClient::checkImage);
    }

    @Override
    public ImagesPruned pruneImages() throws AgentException, InterruptedException {
        return ask(AgentClient::pruneImages);
    }

    @Override
    public void rebuildIndex() throws AgentException, InterruptedException {
        agent().rebuildIndex();
    }

    @Override
    public void shutdown() throws AgentException, InterruptedException {
        agent().shutdown();
    }

    @Override
    public Sandbox create(CreateSandbox request) throws AgentException, InterruptedException {
        return ask(agent -> agent.create(request));
    }

    @Override
    public List<Sandbox> list() throws AgentException, InterruptedException {
        return ask(AgentClient::list);
    }

    @Override
    public Sandbox get(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.get(id));
    }

    @Override
    public Sandbox start(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.start(id));
    }

    @Override
    public Sandbox stop(String id, boolean hibernate) throws AgentException, InterruptedException {
        return ask(agent -> agent.stop(id, hibernate));
    }

    @Override
    public Sandbox stopNow(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.stopNow(id));
    }

    @Override
    public Snapshot snapshot(String id, TakeSnapshot request) throws AgentException, InterruptedException {
        return ask(agent -> agent.snapshot(id, request));
    }

    @Override
    public List<Snapshot> snapshots(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.snapshots(id));
    }

    @Override
    public List<Snapshot> snapshots() throws AgentException, InterruptedException {
        return ask(AgentClient::snapshots);
    }

    @Override
    public void deleteSnapshot(String snapshot) throws AgentException, InterruptedException {
        agent().deleteSnapshot(snapshot);
    }

    @Override
    public List<Sandbox> branch(String snapshot, BranchSandbox request) throws AgentException, InterruptedException {
        return ask(agent -> agent.branch(snapshot, request));
    }

    @Override
    public List<Sandbox> branchNow(String id, BranchSandbox request) throws AgentException, InterruptedException {
        return ask(agent -> agent.branchNow(id, request));
    }

    @Override
    public WorkspaceComparison compare(String from, String to) throws AgentException, InterruptedException {
        return ask(agent -> agent.compare(from, to));
    }

    @Override
    public FileContents contents(WorkspaceComparison comparison, String path)
            throws AgentException, InterruptedException {
        return ask(agent -> agent.contents(comparison, path));
    }

    @Override
    public IdentityCheck identity(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.identity(id));
    }

    @Override
    public Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException, InterruptedException {
        return ask(agent -> agent.pack(id, tier, dropMemory));
    }

    @Override
    public PolicyClient policies() throws AgentException, InterruptedException {
        return ask(AgentClient::policies);
    }

    @Override
    public SessionClient sessions() throws AgentException, InterruptedException {
        return ask(AgentClient::sessions);
    }

    @Override
    public SshClient ssh() throws AgentException, InterruptedException {
        return ask(AgentClient::ssh);
    }

    @Override
    public StorageClient storage() throws AgentException, InterruptedException {
        return ask(AgentClient::storage);
    }

    @Override
    public RouteClient routes() throws AgentException, InterruptedException {
        return ask(AgentClient::routes);
    }

    @Override
    public RetentionStatus retention() throws AgentException, InterruptedException {
        return ask(AgentClient::retention);
    }

    @Override
    public RetentionStatus retain(SetRetention request) throws AgentException, InterruptedException {
        return ask(agent -> agent.retain(request));
    }

    @Override
    public RetentionStatus retainAsUsual() throws AgentException, InterruptedException {
        return ask(AgentClient::retainAsUsual);
    }

    @Override
    public List<TrashItem> trash() throws AgentException, InterruptedException {
        return ask(AgentClient::trash);
    }

    @Override
    public Sandbox restoreTrash(String item) throws AgentException, InterruptedException {
        return ask(agent -> agent.restoreTrash(item));
    }

    @Override
    public void discardTrash(String item) throws AgentException, InterruptedException {
        agent().discardTrash(item);
    }

    @Override
    public GarbageCollected emptyTrash(boolean unsaved) throws AgentException, InterruptedException {
        return ask(agent -> agent.emptyTrash(unsaved));
    }

    @Override
    public GarbageCollected collect(boolean dryRun) throws AgentException, InterruptedException {
        return ask(agent -> agent.collect(dryRun));
    }

    @Override
    public DestroyResult destroy(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.destroy(id));
    }

    @Override
    public DestroyResult destroyNow(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.destroyNow(id));
    }

    @Override
    public ExecResult exec(String id, ExecCommand command) throws AgentException, InterruptedException {
        return ask(agent -> agent.exec(id, command));
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException {
        return ask(agent -> agent.open(id, command, listener));
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException {
        return ask(agent -> agent.tunnel(id, port));
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        ReconnectingSubscription subscription =
                new ReconnectingSubscription(id, afterSeq, types, listener, followers::remove);
        followers.add(subscription);
        AgentClient now = known();
        if (now != null) {
            subscription.to(now);
        }
        return subscription;
    }

    @Override
    public ProcessTable processes(String id, int finished) throws AgentException, InterruptedException {
        return ask(agent -> agent.processes(id, finished));
    }

    @Override
    public FileDiff diff(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.diff(id));
    }

    @Override
    public FileContents contents(String id, String path) throws AgentException, InterruptedException {
        return ask(agent -> agent.contents(id, path));
    }

    @Override
    public FlowTable flows(String id, int most) throws AgentException, InterruptedException {
        return ask(agent -> agent.flows(id, most));
    }

    @Override
    public CaptureStream capture(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.capture(id));
    }

    @Override
    public RunReport report(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.report(id));
    }

    @Override
    public SyncPlan plan(String id) throws AgentException, InterruptedException {
        return ask(agent -> agent.plan(id));
    }

    @Override
    public SyncResult accept(String id, AcceptSync request) throws AgentException, InterruptedException {
        return ask(agent -> agent.accept(id, request));
    }

    @Override
    public void close() {
        AgentClient now = known();
        if (now != null) {
            now.close();
        }
    }

    private <T> T ask(AgentCall<T> call) throws AgentException, InterruptedException {
        AgentClient now = agent();
        try {
            return call.put(now);
        } catch (AgentException e) {
            if (GONE.contains(e.code().code())) {
                forget(now);
            }
            throw e;
        }
    }

    private synchronized AgentClient agent() throws AgentException, InterruptedException {
        AgentClient now = found;
        if (now == null) {
            now = found();
            reconnecting.set(false);
            found = now;
            AgentClient next = now;
            followers.forEach(f -> f.to(next));
        }
        return now;
    }

    /// Finds the host agent, or repeats the last refusal: otherwise an agent that cannot start, say because
    /// its port is taken, would be started every second.
    private AgentClient found() throws AgentException, InterruptedException {
        Refusal last = refusal.get();
        if (last != null && last.stands()) {
            throw last.why();
        }
        try {
            return reconnecting.get() ? first.find() : again.find();
        } catch (AgentException e) {
            if (e.code().equals(AgentStarter.NOT_STARTED)) {
                refusal.set(new Refusal(e, System.nanoTime() + PAUSE.toNanos()));
            }
            throw e;
        }
    }

    private synchronized @Nullable AgentClient known() {
        return found;
    }

    /// Has the next request look for the agent again; subscriptions move to the one that is found. The old
    /// client is not closed, since terminals may still use it when only one answer was lost.
    private synchronized void forget(AgentClient lost) {
        if (lost.equals(found)) {
            found = null;
        }
    }
}
