package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.client.demo.SampleProject;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.CompareWith;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.DestroySandbox;
import dev.belljar.contract.request.EmptyTrash;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.request.ReadComparedFile;
import dev.belljar.contract.request.ReadFile;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.request.StopSandbox;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.DestroyResult;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.GarbageCollected;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.IdentityCheck;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.RetentionStatus;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import dev.belljar.contract.view.WorkspaceComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;

/// The commands of the host agent that the window uses, each as a [UiTask].
public final class AgentRequests {
    private static final Texts TEXTS = Texts.of(AgentRequests.class);
    /// The code of a program that failed in a sandbox.
    static final ProblemCode FAILED_THERE = new ProblemCode("window.sandbox-program-failed", 500);

    private static final ProblemCode ELSEWHERE = new ProblemCode("window.program-failed", 500);

    private final AgentClient agent;
    private final Executor screen;
    private final Runnable afterwards;
    private final PacketRecordings recordings = new PacketRecordings(this, PacketRecordings.LIMIT);

    /// `screen` runs tasks on the FX thread; `afterwards` is called after each command, on the
    /// command's thread.
    public AgentRequests(AgentClient agent, Executor screen, Runnable afterwards) {
        this.agent = agent;
        this.screen = screen;
        this.afterwards = afterwards;
    }

    /// Creates and starts a sandbox.
    public UiTask<Sandbox> create(CreateSandbox request) {
        return task("create", () -> agent.call(SandboxApi.CREATE, request));
    }

    /// Starts a stopped sandbox.
    public UiTask<Sandbox> start(String id) {
        return task("start", () -> agent.call(SandboxApi.START.at(id)));
    }

    /// Shuts a sandbox down; its disk stays.
    public UiTask<Sandbox> stop(String id) {
        return task("stop", () -> agent.call(SandboxApi.STOP.at(id), new StopSandbox(false, false)));
    }

    /// Ends a machine at once, also while it stops; its work stays on its disk.
    public UiTask<Sandbox> stopNow(String id) {
        return task("stop", () -> agent.call(SandboxApi.STOP.at(id), new StopSandbox(false, true)));
    }

    /// Ends a machine at once and moves the sandbox to the trash; its work is not fetched.
    public UiTask<DestroyResult> destroyNow(String id) {
        return task("destroy", () -> agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(true)));
    }

    /// Hibernates a running machine; it resumes from its saved memory.
    public UiTask<Sandbox> hibernate(String id) {
        return task("hibernate", () -> agent.call(SandboxApi.STOP.at(id), new StopSandbox(true, false)));
    }

    /// Takes a snapshot of a running machine, which keeps running.
    public UiTask<Snapshot> snapshot(String id, TakeSnapshot request) {
        return task("snapshot", () -> agent.call(SnapshotApi.TAKE.at(id), request));
    }

    /// Starts branches from a snapshot.
    public UiTask<List<Sandbox>> branch(String snapshot, BranchSandbox request) {
        return task("branch", () -> agent.call(SnapshotApi.BRANCH.at(snapshot), request));
    }

    /// Starts branches from the current state of a running sandbox.
    public UiTask<List<Sandbox>> branchNow(String id, BranchSandbox request) {
        return task("branch", () -> agent.call(SnapshotApi.BRANCH_NOW.at(id), request));
    }

    /// Deletes a snapshot; data that its branches need stays.
    public UiTask<String> deleteSnapshot(String snapshot) {
        return task("delete-snapshot", () -> {
            agent.call(SnapshotApi.DELETE.at(snapshot));
            return snapshot;
        });
    }

    /// Compares two states of a workspace, each the id of a snapshot or of a sandbox.
    public UiTask<WorkspaceComparison> compare(String from, String to) {
        return task("compare", () -> agent.call(SnapshotApi.COMPARE.at(from), new CompareWith(to)));
    }

    /// Reads both sides of a file of a comparison.
    public UiTask<FileContents> contents(WorkspaceComparison comparison, String path) {
        return task(
                "contents",
                () -> agent.call(
                        SnapshotApi.CONTENTS.at(comparison.from()),
                        new ReadComparedFile(comparison.base(), comparison.tip(), path)));
    }

    /// Checks whether a branched machine has its own identity.
    public UiTask<IdentityCheck> identity(String id) {
        return task("identity", () -> agent.call(SandboxApi.IDENTITY.at(id)));
    }

    /// Destroys a sandbox, which moves to the trash; its work is salvaged first.
    public UiTask<DestroyResult> destroy(String id) {
        return task("destroy", () -> agent.call(SandboxApi.DESTROY.at(id), new DestroySandbox(false)));
    }

    /// Restores a destroyed sandbox; it is stopped then.
    public UiTask<Sandbox> restoreTrash(String id) {
        return task("restore", () -> agent.call(StorageApi.RESTORE_TRASH.at(id)));
    }

    /// Deletes a destroyed sandbox for good.
    public UiTask<String> discardTrash(String id) {
        return task("discard", () -> {
            agent.call(StorageApi.DISCARD_TRASH.at(id));
            return id;
        });
    }

    /// Permanently deletes the destroyed sandboxes whose work is saved.
    public UiTask<GarbageCollected> emptyTrash() {
        return task("empty-trash", () -> agent.call(StorageApi.EMPTY_TRASH, new EmptyTrash(false)));
    }

    /// Accepts that sandboxes run under emulation on this computer.
    public UiTask<HostStatus> acceptEmulation() {
        return task("accept-emulation", () -> agent.call(HostApi.ACCEPT_EMULATION));
    }

    /// Requests the retention settings.
    public UiTask<RetentionStatus> retention() {
        return task("retention", () -> agent.call(StorageApi.RETENTION));
    }

    /// Changes the retention settings.
    public UiTask<RetentionStatus> retain(SetRetention request) {
        return task("retain", () -> agent.call(StorageApi.SET_RETENTION, request));
    }

    /// The commands about this computer's disk.
    public StorageRequests storage() {
        return new StorageRequests(this);
    }

    /// Requests what a sync would fetch.
    public UiTask<SyncPlan> plan(String id) {
        return task("plan", () -> agent.call(SandboxApi.PLAN.at(id)));
    }

    /// Puts the reviewed work on a branch of the project.
    public UiTask<SyncResult> accept(String id, AcceptSync request) {
        return task("accept", () -> agent.call(SandboxApi.ACCEPT.at(id), request));
    }

    /// Reads both sides of a changed file.
    public UiTask<FileContents> contents(String id, String path) {
        return task("contents", () -> agent.call(SandboxApi.CONTENTS.at(id), new ReadFile(path)));
    }

    /// Requests the session of a sandbox and the token of its page.
    public UiTask<SessionView> session(String id) {
        return task("session-view", () -> agent.call(AccessApi.SESSION.at(id)));
    }

    /// Starts a new build of the guest image with current packages.
    public UiTask<ImageStatus> refreshImage() {
        return task("image-refresh", () -> agent.call(HostApi.REFRESH_IMAGE));
    }

    /// Returns the user's copy of the sample project in the home folder; creates it if it does not exist.
    public UiTask<Path> sampleProject() {
        return task(
                "sample",
                () -> SampleProject.personalCopy(HomeFolder.of(System.getenv()).resolve("belljar-sample")));
    }

    /// Cancels a running build of the guest image.
    public UiTask<ImageStatus> cancelImage() {
        return task("image-cancel", () -> agent.call(HostApi.CANCEL_IMAGE));
    }

    /// Starts a build of the guest image.
    public UiTask<ImageStatus> buildImage() {
        return task("image", () -> agent.call(HostApi.BUILD_IMAGE));
    }

    /// The commands about a process of a sandbox.
    public ProcessRequests processes() {
        return new ProcessRequests(this);
    }

    /// The running packet captures.
    public PacketRecordings recordings() {
        return recordings;
    }

    /// The commands about policies, approvals and secrets.
    public PolicyRequests policies() {
        return new PolicyRequests(this);
    }

    /// The commands about the SSH keys that may log in to machines.
    public KeyRequests keys() {
        return new KeyRequests(this);
    }

    /// Opens a terminal in the sandbox; the listener receives its output on another thread.
    public UiTask<RemoteTerminal> terminal(String id, ExecCommand command, TerminalListener listener) {
        return task("terminal", () -> agent.open(id, command, listener));
    }

    /// Attaches to the session of the sandbox; the listener receives its output on another thread.
    public UiTask<RemoteTerminal> attach(String id, AttachSession request, TerminalListener listener) {
        return task("session", () -> agent.attach(id, request, listener));
    }

    /// A call of a program on the user's desktop.
    @FunctionalInterface
    public interface DesktopCall {
        void run() throws IOException, InterruptedException;
    }

    /// Runs a call of a program outside Belljar.
    public UiTask<Boolean> outside(String name, DesktopCall call) {
        return task(name, () -> {
            try {
                call.run();
                return true;
            } catch (IOException e) {
                throw elsewhere(TEXTS.get("command.failed"), e);
            }
        });
    }

    /// Runs a task on the FX thread, soon.
    public void later(Runnable task) {
        screen.execute(task);
    }

    /// Returns the failure of a program outside Belljar as an error like the host agent's.
    static AgentException elsewhere(String title, IOException e) {
        return new AgentException(Problem.of(ELSEWHERE, title, String.valueOf(e.getMessage()), null), e);
    }

    AgentClient agent() {
        return agent;
    }

    <T> UiTask<T> task(String name, UiTask.TaskCall<T> call) {
        return new UiTask<>(name, () -> runThenRefresh(call), screen);
    }

    private <T> T runThenRefresh(UiTask.TaskCall<T> call) throws AgentException, InterruptedException {
        try {
            return call.run();
        } finally {
            afterwards.run();
        }
    }
}
