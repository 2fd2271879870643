package dev.belljar.client;

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
import java.util.List;
import java.util.Set;

/// A client of the host agent's API. Calls block; `id` is a sandbox's id or name.
///
/// Every refusal is an `AgentException` with the problem document; a missing answer has the code
/// `agent.unavailable`.
public interface AgentClient extends AutoCloseable {
    /// `GET /health`.
    AgentHealth health() throws AgentException, InterruptedException;

    /// `GET /host`: the host's figures, acceleration, guest image and doctor's checks.
    HostStatus host() throws AgentException, InterruptedException;

    /// Records that the user accepts sandboxes under emulation on this host.
    HostStatus acceptEmulation() throws AgentException, InterruptedException;

    /// `POST /image`: begins to build the guest image if it is missing.
    ImageStatus buildImage() throws AgentException, InterruptedException;

    /// Begins to rebuild the guest image with current packages; existing sandboxes keep theirs.
    ImageStatus refreshImage() throws AgentException, InterruptedException;

    /// Stops the running build of the guest image, and waits until its files are removed.
    ImageStatus cancelImage() throws AgentException, InterruptedException;

    /// Asks Debian's security archive now whether it is newer than the guest image.
    ImageStatus checkImage() throws AgentException, InterruptedException;

    /// `POST /image/prune`: deletes the guest images that no sandbox uses, except the current one.
    ImagesPruned pruneImages() throws AgentException, InterruptedException;

    /// `POST /index/rebuild`.
    void rebuildIndex() throws AgentException, InterruptedException;

    /// `POST /shutdown`: ends the host agent; machines continue to run.
    void shutdown() throws AgentException, InterruptedException;

    /// `POST /sandboxes`.
    Sandbox create(CreateSandbox request) throws AgentException, InterruptedException;

    /// `GET /sandboxes`.
    List<Sandbox> list() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}`.
    Sandbox get(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/start`.
    Sandbox start(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/stop`: shuts the sandbox down, or with `hibernate` saves its memory.
    Sandbox stop(String id, boolean hibernate) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/stop?now=true`: ends the machine at once; its work stays on its disk and is not
    /// fetched.
    Sandbox stopNow(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/snapshot`.
    Snapshot snapshot(String id, TakeSnapshot request) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/snapshots`.
    List<Snapshot> snapshots(String id) throws AgentException, InterruptedException;

    /// `GET /snapshots`: the snapshots of all sandboxes, including deleted ones.
    List<Snapshot> snapshots() throws AgentException, InterruptedException;

    /// `DELETE /snapshots/{id}`.
    void deleteSnapshot(String snapshot) throws AgentException, InterruptedException;

    /// `POST /snapshots/{id}/branch`: starts new sandboxes from a snapshot.
    List<Sandbox> branch(String snapshot, BranchSandbox request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/branch`: starts new sandboxes from the present state of a running one.
    List<Sandbox> branchNow(String id, BranchSandbox request) throws AgentException, InterruptedException;

    /// `GET /snapshots/{from}/diff?to=`: compares snapshots, or running sandboxes as they are now.
    WorkspaceComparison compare(String from, String to) throws AgentException, InterruptedException;

    /// `GET /snapshots/{from}/diff/file?base=&tip=&path=`: both sides of one path of a comparison.
    FileContents contents(WorkspaceComparison comparison, String path) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/identity`.
    IdentityCheck identity(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/tier?to=&dropMemory=`: moves a stopped sandbox to a smaller tier and returns when
    /// that is done. A hibernated sandbox loses its memory in the cold tier, which `dropMemory` must permit.
    Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException, InterruptedException;

    /// `GET /retention`: the retention periods.
    RetentionStatus retention() throws AgentException, InterruptedException;

    /// `POST /retention`: changes the periods and returns those in force.
    RetentionStatus retain(SetRetention request) throws AgentException, InterruptedException;

    /// `DELETE /retention`: restores the default periods and returns those in force.
    RetentionStatus retainAsUsual() throws AgentException, InterruptedException;

    /// `GET /trash`: the destroyed sandboxes in the trash, the newest first.
    List<TrashItem> trash() throws AgentException, InterruptedException;

    /// `POST /trash/{id}/restore`: restores a destroyed sandbox as a stopped one; `item` is an id, or a name,
    /// which stands for the newest sandbox of that name.
    Sandbox restoreTrash(String item) throws AgentException, InterruptedException;

    /// `DELETE /trash/{id}`: deletes one destroyed sandbox permanently.
    void discardTrash(String item) throws AgentException, InterruptedException;

    /// `DELETE /trash?unsaved=`: permanently deletes the destroyed sandboxes whose work is saved, or all.
    GarbageCollected emptyTrash(boolean unsaved) throws AgentException, InterruptedException;

    /// `POST /gc?dryRun=`: deletes items that nothing needs, or only lists them.
    GarbageCollected collect(boolean dryRun) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}`: salvages the work and moves the sandbox to the trash.
    DestroyResult destroy(String id) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}?now=true`: moves the sandbox to the trash at once; its work stays on its disk.
    DestroyResult destroyNow(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/exec`: runs a command to its end; standard output and standard error are each
    /// cut at 1 MiB.
    ExecResult exec(String id, ExecCommand command) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/terminal` (WebSocket): starts a command and streams its input and output, in a
    /// terminal if `command.pty()` is true.
    RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/tunnel?port=N` (WebSocket): opens a connection to a port on the machine's loopback,
    /// which the caller must close.
    RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/events` (SSE): all events after `afterSeq`, then new ones; resumed after any break
    /// until the subscription is closed.
    EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener);

    /// `GET /sandboxes/{id}/processes?finished=N`.
    ProcessTable processes(String id, int finished) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/fs/diff`.
    FileDiff diff(String id) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/fs/diff/file?path=P`.
    FileContents contents(String id, String path) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/network/log?most=N`.
    FlowTable flows(String id, int most) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/network/pcap`: every frame of a running machine's network from now on.
    CaptureStream capture(String id) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/report`.
    RunReport report(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/sync`: fetches the work and returns its review.
    SyncPlan plan(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/sync/accept`.
    SyncResult accept(String id, AcceptSync request) throws AgentException, InterruptedException;

    /// Returns a client of the API of policies, approvals, the audit and secrets.
    PolicyClient policies() throws AgentException, InterruptedException;

    /// Returns a client of the API of sessions, which terminals share.
    SessionClient sessions() throws AgentException, InterruptedException;

    /// Returns a client of the API of ssh keys.
    SshClient ssh() throws AgentException, InterruptedException;

    /// Returns a client of the API of routes and port forwards.
    RouteClient routes() throws AgentException, InterruptedException;

    /// Returns a client of the API of disk usage and quotas.
    StorageClient storage() throws AgentException, InterruptedException;

    @Override
    void close();
}
