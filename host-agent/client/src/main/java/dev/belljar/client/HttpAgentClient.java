package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.event.EventType;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The API over HTTP, SSE and WebSocket on the host agent's Unix socket.
public final class HttpAgentClient implements AgentClient {
    private final ApiRequests requests;

    /// Creates a client of the host agent that listens on this Unix socket.
    public HttpAgentClient(Path socket) {
        this.requests = new ApiRequests(socket);
    }

    @Override
    public AgentHealth health() throws AgentException, InterruptedException {
        return requests.get("/health", AgentHealth.class, ApiRequests.HEALTH);
    }

    @Override
    public HostStatus acceptEmulation() throws AgentException, InterruptedException {
        return requests.post("/host/emulation", null, HostStatus.class);
    }

    @Override
    public HostStatus host() throws AgentException, InterruptedException {
        return requests.get("/host", HostStatus.class);
    }

    @Override
    public ImageStatus buildImage() throws AgentException, InterruptedException {
        return requests.post("/image", null, ImageStatus.class);
    }

    @Override
    public ImageStatus refreshImage() throws AgentException, InterruptedException {
        return requests.post("/image/refresh", null, ImageStatus.class);
    }

    @Override
    public ImageStatus cancelImage() throws AgentException, InterruptedException {
        return requests.post("/image/cancel", null, ImageStatus.class);
    }

    @Override
    public ImageStatus checkImage() throws AgentException, InterruptedException {
        return requests.post("/image/check", null, ImageStatus.class);
    }

    @Override
    public ImagesPruned pruneImages() throws AgentException, InterruptedException {
        return requests.post("/image/prune", null, ImagesPruned.class);
    }

    @Override
    public void rebuildIndex() throws AgentException, InterruptedException {
        requests.send("POST", "/index/rebuild", null);
    }

    @Override
    public void shutdown() throws AgentException, InterruptedException {
        requests.send("POST", "/shutdown", null);
    }

    @Override
    public Sandbox create(CreateSandbox request) throws AgentException, InterruptedException {
        return requests.post("/sandboxes", request, Sandbox.class);
    }

    @Override
    public List<Sandbox> list() throws AgentException, InterruptedException {
        return requests.list("/sandboxes", Sandbox.class);
    }

    @Override
    public Sandbox get(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, ""), Sandbox.class);
    }

    @Override
    public Sandbox start(String id) throws AgentException, InterruptedException {
        return requests.post(path(id, "/start"), null, Sandbox.class);
    }

    @Override
    public Sandbox stop(String id, boolean hibernate) throws AgentException, InterruptedException {
        return requests.post(path(id, "/stop?hibernate=" + hibernate), null, Sandbox.class);
    }

    @Override
    public Sandbox stopNow(String id) throws AgentException, InterruptedException {
        return requests.post(path(id, "/stop?now=true"), null, Sandbox.class);
    }

    @Override
    public Snapshot snapshot(String id, TakeSnapshot request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/snapshot"), request, Snapshot.class);
    }

    @Override
    public List<Snapshot> snapshots(String id) throws AgentException, InterruptedException {
        return requests.list(path(id, "/snapshots"), Snapshot.class);
    }

    @Override
    public List<Snapshot> snapshots() throws AgentException, InterruptedException {
        return requests.list("/snapshots", Snapshot.class);
    }

    @Override
    public void deleteSnapshot(String snapshot) throws AgentException, InterruptedException {
        requests.send("DELETE", "/snapshots/" + encode(snapshot), null);
    }

    @Override
    public List<Sandbox> branch(String snapshot, BranchSandbox request) throws AgentException, InterruptedException {
        return requests.postForList("/snapshots/" + encode(snapshot) + "/branch", request, Sandbox.class);
    }

    @Override
    public List<Sandbox> branchNow(String id, BranchSandbox request) throws AgentException, InterruptedException {
        return requests.postForList(path(id, "/branch"), request, Sandbox.class);
    }

    @Override
    public WorkspaceComparison compare(String from, String to) throws AgentException, InterruptedException {
        return requests.get("/snapshots/" + encode(from) + "/diff?to=" + encode(to), WorkspaceComparison.class);
    }

    @Override
    public FileContents contents(WorkspaceComparison comparison, String file)
            throws AgentException, InterruptedException {
        String sides = "?base=" + encode(comparison.base()) + "&tip=" + encode(comparison.tip());
        return requests.get(
                "/snapshots/" + encode(comparison.from()) + "/diff/file" + sides + "&path=" + encode(file),
                FileContents.class);
    }

    @Override
    public IdentityCheck identity(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/identity"), IdentityCheck.class);
    }

    @Override
    public Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException, InterruptedException {
        String words = tier.name().toLowerCase(Locale.ROOT) + "&dropMemory=" + dropMemory;
        return requests.post(path(id, "/tier?to=" + words), null, Sandbox.class);
    }

    @Override
    public RetentionStatus retention() throws AgentException, InterruptedException {
        return requests.get("/retention", RetentionStatus.class);
    }

    @Override
    public RetentionStatus retain(SetRetention request) throws AgentException, InterruptedException {
        return requests.post("/retention", request, RetentionStatus.class);
    }

    @Override
    public RetentionStatus retainAsUsual() throws AgentException, InterruptedException {
        return requests.delete("/retention", RetentionStatus.class);
    }

    @Override
    public List<TrashItem> trash() throws AgentException, InterruptedException {
        return requests.list("/trash", TrashItem.class);
    }

    @Override
    public Sandbox restoreTrash(String item) throws AgentException, InterruptedException {
        return requests.post("/trash/" + encode(item) + "/restore", null, Sandbox.class);
    }

    @Override
    public void discardTrash(String item) throws AgentException, InterruptedException {
        requests.send("DELETE", "/trash/" + encode(item), null);
    }

    @Override
    public GarbageCollected emptyTrash(boolean unsaved) throws AgentException, InterruptedException {
        return requests.delete("/trash?unsaved=" + unsaved, GarbageCollected.class);
    }

    @Override
    public GarbageCollected collect(boolean dryRun) throws AgentException, InterruptedException {
        return requests.post("/gc?dryRun=" + dryRun, null, GarbageCollected.class);
    }

    @Override
    public DestroyResult destroy(String id) throws AgentException, InterruptedException {
        return requests.delete(path(id, ""), DestroyResult.class);
    }

    @Override
    public DestroyResult destroyNow(String id) throws AgentException, InterruptedException {
        return requests.delete(path(id, "?now=true"), DestroyResult.class);
    }

    @Override
    public ExecResult exec(String id, ExecCommand command) throws AgentException, InterruptedException {
        return requests.post(path(id, "/exec"), command, ExecResult.class);
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException {
        return SocketTerminal.open(requests, path(id, "/terminal"), command, listener);
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException {
        return SocketTunnel.open(requests, path(id, "/tunnel?port=" + port));
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        return EventFollower.start(requests, path(id, "/events"), afterSeq, types, listener);
    }

    @Override
    public ProcessTable processes(String id, int finished) throws AgentException, InterruptedException {
        return requests.get(path(id, "/processes?finished=" + finished), ProcessTable.class);
    }

    @Override
    public FileDiff diff(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/fs/diff"), FileDiff.class);
    }

    @Override
    public FileContents contents(String id, String file) throws AgentException, InterruptedException {
        return requests.get(path(id, "/fs/diff/file?path=" + encode(file)), FileContents.class);
    }

    @Override
    public FlowTable flows(String id, int most) throws AgentException, InterruptedException {
        return requests.get(path(id, "/network/log?most=" + most), FlowTable.class);
    }

    @Override
    public CaptureStream capture(String id) throws AgentException, InterruptedException {
        return HttpCapture.start(requests, path(id, "/network/pcap"));
    }

    @Override
    public RunReport report(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/report"), RunReport.class);
    }

    @Override
    public SyncPlan plan(String id) throws AgentException, InterruptedException {
        return requests.post(path(id, "/sync"), null, SyncPlan.class);
    }

    @Override
    public SyncResult accept(String id, AcceptSync request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/sync/accept"), request, SyncResult.class);
    }

    @Override
    public PolicyClient policies() {
        return new HttpPolicyClient(requests);
    }

    @Override
    public SessionClient sessions() {
        return new HttpSessionClient(requests);
    }

    @Override
    public SshClient ssh() {
        return new HttpSshClient(requests);
    }

    @Override
    public StorageClient storage() {
        return new HttpStorageClient(requests);
    }

    @Override
    public RouteClient routes() {
        return new HttpRouteClient(requests);
    }

    @Override
    public void close() {
        requests.close();
    }

    private static String path(String id, String rest) {
        return "/sandboxes/" + encode(id) + rest;
    }
}
