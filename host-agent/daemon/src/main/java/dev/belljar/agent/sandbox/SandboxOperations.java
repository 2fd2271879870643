package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.journal.Journal;
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

/// Everything that can be asked of the host agent, as the API offers it. `id` is a sandbox's id or its name.
///
/// Every method may block; every refusal is a `BelljarException` with a stable code.
public interface SandboxOperations {
    /// Records a sandbox and, unless told otherwise, begins to start it; returns at once, progress is in its
    /// status and journal.
    Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException;

    /// All sandboxes, oldest first.
    List<Sandbox> list() throws BelljarException;

    /// One sandbox.
    Sandbox get(String id) throws BelljarException;

    /// Begins to start it; returns at once.
    Sandbox start(String id) throws BelljarException, InterruptedException;

    /// Snapshots, branches, and who a copied machine takes itself for.
    SnapshotOperations history();

    /// How machines that are not used are kept, and what is thrown away.
    RetentionService keeping();

    /// What sandboxes take of the host's disk, and what they may take.
    StorageControl storage();

    /// What may leave machines: policies, questions, the audit, secrets.
    NetworkPolicies policies();

    /// Addresses that lead into machines.
    RouteController routes();

    /// The sessions that terminals share.
    SharedSessions sessions();

    /// Begins to stop it, disks synced first: shut down, or with its memory saved so that it goes on where it
    /// was. Returns at once.
    Sandbox stop(String id, boolean hibernate) throws BelljarException, InterruptedException;

    /// Ends its machine at once, also one that is stopping or being destroyed: its network closes, no work is fetched,
    /// its disk is kept. What programs had not written to the disk yet is lost. Returns at once; one
    /// that does not run stays as it is.
    Sandbox stopNow(String id) throws BelljarException, InterruptedException;

    /// The same, then puts the sandbox into the trash with its disk.
    DestroyResult destroyNow(String id) throws BelljarException, InterruptedException;

    /// Saves work that is only in the machine, then puts the sandbox into the trash.
    DestroyResult destroy(String id) throws BelljarException, InterruptedException;

    /// Runs a command to its end.
    ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Starts a command and hands over its streams.
    GuestExec open(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Connects to a port (1 to 65535) on the loopback of its machine; ssh's once its keys are in place.
    GuestStream tunnel(String id, int port) throws BelljarException, InterruptedException;

    /// Whose keys open machines by ssh, and which key a machine has for itself.
    SshAccess ssh();

    /// The journal, for cursors.
    Journal journal(String id) throws BelljarException;

    /// Living processes and the newest `finished` ended ones.
    ProcessTable processes(String id, int finished) throws BelljarException, InterruptedException;

    /// What changed in the workspace and outside it.
    FileDiff diff(String id) throws BelljarException, InterruptedException;

    /// Both sides of one changed file.
    FileContents contents(String id, String path) throws BelljarException, InterruptedException;

    /// The newest `most` flows, with totals.
    FlowTable flows(String id, int most) throws BelljarException;

    /// Writes every frame of a running machine's network to `target`, as a pcap, until closed.
    PacketCapture capture(String id, OutputStream target) throws BelljarException;

    /// Everything in one document.
    RunReport report(String id) throws BelljarException, InterruptedException;

    /// What a sync would bring.
    SyncPlan plan(String id) throws BelljarException, InterruptedException;

    /// Brings what was reviewed.
    SyncResult accept(String id, AcceptSync request) throws BelljarException, InterruptedException;

    /// This host: figures, acceleration, image, checks.
    HostStatus host() throws BelljarException, InterruptedException;

    /// Begins to build the guest image anew with the packages of today.
    ImageStatus refreshImage();

    /// Asks Debian's security archive now whether it is newer than the guest image.
    ImageStatus checkImage() throws BelljarException, InterruptedException;

    /// Remembers that a person accepts sandboxes under emulation on this host.
    HostStatus acceptEmulation() throws BelljarException, InterruptedException;

    /// Begins to build the guest image if it is missing; returns at once.
    ImageStatus buildImage() throws BelljarException;

    /// Takes away the guest images no sandbox was made on, except the one new sandboxes get.
    ImagesPruned pruneImages() throws BelljarException, InterruptedException;

    /// Drops the index and the catalog's SQLite side and makes both again from the journals and records.
    void rebuildIndex() throws BelljarException, InterruptedException;
}
