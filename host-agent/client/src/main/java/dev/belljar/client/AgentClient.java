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

/// The host agent's API from the other side. Calls block; `id` is a sandbox's id or name.
///
/// Every refusal is an `AgentException` that carries the problem document; no answer at all is one with code
/// `agent.unavailable`.
public interface AgentClient extends AutoCloseable {
    /// `GET /health`.
    AgentHealth health() throws AgentException, InterruptedException;

    /// `GET /host`: figures, acceleration, image, doctor's checks.
    HostStatus host() throws AgentException, InterruptedException;

    /// Remembers that the person accepts sandboxes under emulation on this host.
    HostStatus acceptEmulation() throws AgentException, InterruptedException;

    /// `POST /image`: begins to build the guest image if it is missing.
    ImageStatus buildImage() throws AgentException, InterruptedException;

    /// Begins to build the guest image anew with the packages of today; existing sandboxes keep theirs.
    ImageStatus refreshImage() throws AgentException, InterruptedException;

    /// Asks Debian's security archive now whether it is newer than the guest image.
    ImageStatus checkImage() throws AgentException, InterruptedException;

    /// `POST /image/prune`: takes away the guest images no sandbox was made on, except the current one.
    ImagesPruned pruneImages() throws AgentException, InterruptedException;

    /// `POST /index/rebuild`.
    void rebuildIndex() throws AgentException, InterruptedException;

    /// `POST /shutdown`: ends the host agent; machines go on.
    void shutdown() throws AgentException, InterruptedException;

    /// `POST /sandboxes`.
    Sandbox create(CreateSandbox request) throws AgentException, InterruptedException;

    /// `GET /sandboxes`.
    List<Sandbox> list() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}`.
    Sandbox get(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/start`.
    Sandbox start(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/stop`: shuts it down, or with `hibernate` saves its memory.
    Sandbox stop(String id, boolean hibernate) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/stop?now=true`: ends it at once, work that is only on its disk stays there.
    Sandbox stopNow(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/snapshot`.
    Snapshot snapshot(String id, TakeSnapshot request) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/snapshots`.
    List<Snapshot> snapshots(String id) throws AgentException, InterruptedException;

    /// `GET /snapshots`: those of all sandboxes, also of such as are gone.
    List<Snapshot> snapshots() throws AgentException, InterruptedException;

    /// `DELETE /snapshots/{id}`.
    void deleteSnapshot(String snapshot) throws AgentException, InterruptedException;

    /// `POST /snapshots/{id}/branch`: new sandboxes go on from a snapshot.
    List<Sandbox> branch(String snapshot, BranchSandbox request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/branch`: new sandboxes go on from a running one as it is now.
    List<Sandbox> branchNow(String id, BranchSandbox request) throws AgentException, InterruptedException;

    /// `GET /snapshots/{from}/diff?to=`: snapshots, or running sandboxes as they are now.
    WorkspaceComparison compare(String from, String to) throws AgentException, InterruptedException;

    /// `GET /snapshots/{from}/diff/file?base=&tip=&path=`: both sides of one path of a comparison.
    FileContents contents(WorkspaceComparison comparison, String path) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/identity`.
    IdentityCheck identity(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/tier?to=&dropMemory=`: keeps a stopped sandbox in less room; returns when that is done.
    /// One that is hibernated loses its memory when it is kept cold, which has to be said.
    Sandbox pack(String id, StorageTier tier, boolean dropMemory) throws AgentException, InterruptedException;

    /// `GET /retention`: for how long machines are kept in which form.
    RetentionStatus retention() throws AgentException, InterruptedException;

    /// `POST /retention`: changes that; what holds then.
    RetentionStatus retain(SetRetention wish) throws AgentException, InterruptedException;

    /// `DELETE /retention`: forgets what was set; what holds then.
    RetentionStatus retainAsUsual() throws AgentException, InterruptedException;

    /// `GET /trash`: destroyed sandboxes that can be brought back, the newest first.
    List<TrashItem> trash() throws AgentException, InterruptedException;

    /// `POST /trash/{id}/restore`: makes a destroyed sandbox a stopped one again; an id, or the newest
    /// of this name.
    Sandbox restoreTrash(String item) throws AgentException, InterruptedException;

    /// `DELETE /trash/{id}`: deletes one destroyed sandbox for good.
    void discardTrash(String item) throws AgentException, InterruptedException;

    /// `DELETE /trash?unsaved=`: deletes those whose work is saved for good, or all.
    GarbageCollected emptyTrash(boolean unsaved) throws AgentException, InterruptedException;

    /// `POST /gc?dryRun=`: takes away what nothing needs any more, or only says what that is.
    GarbageCollected collect(boolean dryRun) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}`: to the trash, its work saved first.
    DestroyResult destroy(String id) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}?now=true`: to the trash at once, work that is only on its disk stays there.
    DestroyResult destroyNow(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/exec`: runs to the end, output cut at 1 MiB each.
    ExecResult exec(String id, ExecCommand command) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/terminal` (WebSocket): starts a command and streams it; with
    /// `command.pty()` a terminal.
    RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/tunnel?port=N` (WebSocket): a connection to a port on its machine's own loopback, to be
    /// closed by the caller.
    RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/events` (SSE): everything after `afterSeq`, then what comes, resumed after any
    /// break until the follower is closed.
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

    /// `POST /sandboxes/{id}/sync`: what a sync would bring.
    SyncPlan plan(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/sync/accept`.
    SyncResult accept(String id, AcceptSync request) throws AgentException, InterruptedException;

    /// What may leave machines: policies, questions, the audit, secrets.
    PolicyClient policies() throws AgentException, InterruptedException;

    /// The sessions that terminals share.
    SessionClient sessions() throws AgentException, InterruptedException;

    /// The keys that open machines by ssh.
    SshClient ssh() throws AgentException, InterruptedException;

    /// Addresses that lead into machines.
    RouteClient routes() throws AgentException, InterruptedException;

    /// What sandboxes take of the host's disk, and what they may.
    StorageClient storage() throws AgentException, InterruptedException;

    @Override
    void close();
}
