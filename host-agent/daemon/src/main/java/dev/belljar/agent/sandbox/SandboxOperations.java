package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.journal.Journal;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
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
import java.io.OutputStream;
import java.util.List;

/// All operations of the host agent that the API offers. `id` is a sandbox's id or its name.
///
/// Every method may block; every refusal is a `BelljarException` with a stable code.
public interface SandboxOperations {
    /// Creates a sandbox and, unless the request says otherwise, begins to start it; returns at once, progress
    /// is in its status and journal.
    Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException;

    /// All sandboxes, oldest first.
    List<Sandbox> list() throws BelljarException;

    /// One sandbox.
    Sandbox get(String id) throws BelljarException;

    /// Refuses an operation that is not allowed in the sandbox's present state.
    ///
    /// The state may change before the operation begins, which then fails by itself.
    void requireAllowed(String id, Operation<?, ?> operation) throws BelljarException;

    /// Begins to start a sandbox; returns at once.
    Sandbox start(String id) throws BelljarException, InterruptedException;

    /// Operations on snapshots, branches, and the identity of copied machines.
    SnapshotOperations history();

    /// Operations on retention and trash.
    RetentionOperations keeping();

    /// Operations on disk usage and quotas.
    StorageOperations storage();

    /// Operations on policies, approvals, the audit and secrets.
    SandboxPolicyOperations policies();

    /// Operations on routes and port forwards.
    RouteOperations routes();

    /// Operations on the sessions that terminals share.
    SessionOperations sessions();

    /// Begins to stop a sandbox after syncing its disks: shuts it down or, with `hibernate`, saves its memory so
    /// that it can resume. Returns at once.
    Sandbox stop(String id, boolean hibernate) throws BelljarException, InterruptedException;

    /// Ends a sandbox's machine at once, even while it is stopping or being destroyed: its network closes, no
    /// work is fetched, its disk is kept. Data that programs had not written to disk is lost. Returns at once; a
    /// sandbox that does not run is left unchanged.
    Sandbox stopNow(String id) throws BelljarException, InterruptedException;

    /// Ends the machine at once like `stopNow`, then puts the sandbox into the trash with its disk.
    DestroyResult destroyNow(String id) throws BelljarException, InterruptedException;

    /// Salvages the work that exists only in the machine, then puts the sandbox into the trash.
    DestroyResult destroy(String id) throws BelljarException, InterruptedException;

    /// Runs a command to its end.
    ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Starts a command and hands over its streams.
    GuestExec open(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Connects to a port (1 to 65535) on the loopback of the machine; to ssh's port once its keys are in place.
    GuestStream tunnel(String id, int port) throws BelljarException, InterruptedException;

    /// Operations on the keys authorized for ssh and on machines' own keys.
    SshOperations ssh();

    /// The journal, for cursors.
    Journal journal(String id) throws BelljarException;

    /// The running processes and the newest `finished` ended ones.
    ProcessTable processes(String id, int finished) throws BelljarException, InterruptedException;

    /// What changed in the workspace and outside it.
    FileDiff diff(String id) throws BelljarException, InterruptedException;

    /// Both sides of one changed file.
    FileContents contents(String id, String path) throws BelljarException, InterruptedException;

    /// The newest `most` flows, with totals.
    FlowTable flows(String id, int most) throws BelljarException;

    /// Writes every frame of a running machine's network to `target`, as a pcap, until closed.
    PacketCapture capture(String id, OutputStream target) throws BelljarException;

    /// Everything observed in a sandbox, in one document.
    RunReport report(String id) throws BelljarException, InterruptedException;

    /// Fetches the work and returns its review.
    SyncPlan plan(String id) throws BelljarException, InterruptedException;

    /// Puts the reviewed work on the sandbox's branch.
    SyncResult accept(String id, AcceptSync request) throws BelljarException, InterruptedException;

    /// The state of this host: figures, acceleration, guest image, checks.
    HostStatus host() throws BelljarException, InterruptedException;

    /// Begins to rebuild the guest image with current packages.
    ImageStatus refreshImage();

    /// Stops a build of the guest image that is under way.
    ImageStatus cancelImage() throws InterruptedException;

    /// Asks Debian's security archive now whether it is newer than the guest image.
    ImageStatus checkImage() throws BelljarException, InterruptedException;

    /// Records that the user accepts sandboxes under emulation on this host.
    HostStatus acceptEmulation() throws BelljarException, InterruptedException;

    /// Begins to build the guest image if it is missing; returns at once.
    ImageStatus buildImage() throws BelljarException;

    /// Deletes the guest images that no sandbox uses, except the one for new sandboxes.
    ImagesPruned pruneImages() throws BelljarException, InterruptedException;

    /// Deletes the index and the catalog's SQLite database and rebuilds both from the journals and records.
    void rebuildIndex() throws BelljarException, InterruptedException;
}
