package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.client.demo.SampleProject;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.request.SetPreset;
import dev.belljar.contract.request.SetRetention;
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

/// Everything a person can ask of the agent, each as something being done.
public final class AgentCommands {
    private static final Texts TEXTS = Texts.of(AgentCommands.class);
    /// A program that ran in a sandbox failed there.
    static final ProblemCode FAILED_THERE = new ProblemCode("window.sandbox-program-failed", 500);

    private static final ProblemCode ELSEWHERE = new ProblemCode("window.program-failed", 500);

    private final AgentClient agent;
    private final Executor screen;
    private final Runnable afterwards;
    private final PacketRecordings recordings = new PacketRecordings(this, PacketRecordings.LIMIT);

    /// `afterwards` is told, on the calling thread, whenever something may have changed.
    public AgentCommands(AgentClient agent, Executor screen, Runnable afterwards) {
        this.agent = agent;
        this.screen = screen;
        this.afterwards = afterwards;
    }

    /// Makes a sandbox and starts it, once this preset is in force for it: nothing of it runs before.
    public UiTask<Sandbox> create(CreateSandbox request, PolicyPreset preset) {
        return wish("create", () -> {
            Sandbox made = agent.create(request);
            agent.policies().preset(made.id(), new SetPreset(preset, RuleScope.SANDBOX));
            return agent.start(made.id());
        });
    }

    /// Starts a stopped sandbox.
    public UiTask<Sandbox> start(String id) {
        return wish("start", () -> agent.start(id));
    }

    /// Shuts a sandbox down; its disk stays.
    public UiTask<Sandbox> stop(String id) {
        return wish("stop", () -> agent.stop(id, false));
    }

    /// Ends a machine at once, also one that is stopping; its work stays on its disk.
    public UiTask<Sandbox> stopNow(String id) {
        return wish("stop", () -> agent.stopNow(id));
    }

    /// The same, to the trash.
    public UiTask<DestroyResult> destroyNow(String id) {
        return wish("destroy", () -> agent.destroyNow(id));
    }

    /// Saves a running machine whole and stops it; it goes on where it stood.
    public UiTask<Sandbox> hibernate(String id) {
        return wish("hibernate", () -> agent.stop(id, true));
    }

    /// Saves a running machine as it is now; it goes on meanwhile.
    public UiTask<Snapshot> snapshot(String id, TakeSnapshot request) {
        return wish("snapshot", () -> agent.snapshot(id, request));
    }

    /// Lets new sandboxes go on from a snapshot.
    public UiTask<List<Sandbox>> branch(String snapshot, BranchSandbox request) {
        return wish("branch", () -> agent.branch(snapshot, request));
    }

    /// Lets new sandboxes go on from a running one as it is now.
    public UiTask<List<Sandbox>> branchNow(String id, BranchSandbox request) {
        return wish("branch", () -> agent.branchNow(id, request));
    }

    /// Forgets a snapshot; what branches of it need stays.
    public UiTask<String> deleteSnapshot(String snapshot) {
        return wish("delete-snapshot", () -> {
            agent.deleteSnapshot(snapshot);
            return snapshot;
        });
    }

    /// What differs between two moments.
    public UiTask<WorkspaceComparison> compare(String from, String to) {
        return wish("compare", () -> agent.compare(from, to));
    }

    /// Both sides of a file of a comparison.
    public UiTask<FileContents> contents(WorkspaceComparison comparison, String path) {
        return wish("contents", () -> agent.contents(comparison, path));
    }

    /// Whether a copied machine knows that it is not the original.
    public UiTask<IdentityCheck> identity(String id) {
        return wish("identity", () -> agent.identity(id));
    }

    /// Ends a sandbox for good; its work is salvaged first.
    public UiTask<DestroyResult> destroy(String id) {
        return wish("destroy", () -> agent.destroy(id));
    }

    /// Makes a destroyed sandbox a stopped one again.
    public UiTask<Sandbox> restoreTrash(String id) {
        return wish("restore", () -> agent.restoreTrash(id));
    }

    /// Deletes a destroyed sandbox for good.
    public UiTask<String> discardTrash(String id) {
        return wish("discard", () -> {
            agent.discardTrash(id);
            return id;
        });
    }

    /// Deletes those destroyed sandboxes for good whose work is saved.
    public UiTask<GarbageCollected> emptyTrash() {
        return wish("empty-trash", () -> agent.emptyTrash(false));
    }

    /// Accepts that sandboxes run under emulation on this computer.
    public UiTask<HostStatus> acceptEmulation() {
        return wish("accept-emulation", agent::acceptEmulation);
    }

    /// For how long machines are kept in which form.
    public UiTask<RetentionStatus> retention() {
        return wish("retention", agent::retention);
    }

    /// Changes for how long machines are kept.
    public UiTask<RetentionStatus> retain(SetRetention request) {
        return wish("retain", () -> agent.retain(request));
    }

    /// What can be asked about this computer's disk.
    public StorageCommands storage() {
        return new StorageCommands(this);
    }

    /// Looks what a sync would bring.
    public UiTask<SyncPlan> plan(String id) {
        return wish("plan", () -> agent.plan(id));
    }

    /// Brings the reviewed work back.
    public UiTask<SyncResult> accept(String id, AcceptSync request) {
        return wish("accept", () -> agent.accept(id, request));
    }

    /// Both sides of a changed file.
    public UiTask<FileContents> contents(String id, String path) {
        return wish("contents", () -> agent.contents(id, path));
    }

    /// The session of a sandbox and the token of its page.
    public UiTask<SessionView> session(String id) {
        return wish("session-view", () -> agent.sessions().session(id));
    }

    /// Begins to build the guest image anew with the packages of today.
    public UiTask<ImageStatus> refreshImage() {
        return wish("image-refresh", agent::refreshImage);
    }

    /// The person's copy of the sample project, in their home folder; made unless it is there.
    public UiTask<Path> sampleProject() {
        return wish(
                "sample",
                () -> SampleProject.personalCopy(HomeFolder.of(System.getenv()).resolve("belljar-sample")));
    }

    /// Stops a build of the guest image that is under way.
    public UiTask<ImageStatus> cancelImage() {
        return wish("image-cancel", agent::cancelImage);
    }

    /// Begins to build the guest image.
    public UiTask<ImageStatus> buildImage() {
        return wish("image", agent::buildImage);
    }

    /// What can be done with a process of a sandbox.
    public ProcessCommands processes() {
        return new ProcessCommands(this);
    }

    /// The recordings of packets under way.
    public PacketRecordings recordings() {
        return recordings;
    }

    /// What is asked of policies, questions and secrets.
    public PolicyCommands policies() {
        return new PolicyCommands(this);
    }

    /// What is asked about the ssh keys that open machines.
    public KeyCommands keys() {
        return new KeyCommands(this);
    }

    /// Opens a terminal in the sandbox; output goes to the listener on its own thread.
    public UiTask<RemoteTerminal> terminal(String id, ExecCommand command, TerminalListener listener) {
        return wish("terminal", () -> agent.open(id, command, listener));
    }

    /// Attaches to the session of the sandbox; output goes to the listener on its own thread.
    public UiTask<RemoteTerminal> attach(String id, AttachSession request, TerminalListener listener) {
        return wish("session", () -> agent.sessions().attach(id, request, listener));
    }

    /// What a program of the person's own computer is asked to do.
    @FunctionalInterface
    public interface Errand {
        void run() throws IOException, InterruptedException;
    }

    /// Has a program outside of Belljar do something.
    public UiTask<Boolean> outside(String name, Errand errand) {
        return wish(name, () -> {
            try {
                errand.run();
                return true;
            } catch (IOException e) {
                throw elsewhere(TEXTS.get("command.failed"), e);
            }
        });
    }

    /// Does something on the screen's thread, soon.
    public void later(Runnable task) {
        screen.execute(task);
    }

    /// Something of the person's own computer that failed, told as if it were the agent's.
    static AgentException elsewhere(String title, IOException e) {
        return new AgentException(Problem.of(ELSEWHERE, title, String.valueOf(e.getMessage()), null), e);
    }

    AgentClient agent() {
        return agent;
    }

    <T> UiTask<T> wish(String name, UiTask.Call<T> call) {
        return new UiTask<>(name, () -> told(call), screen);
    }

    private <T> T told(UiTask.Call<T> call) throws AgentException, InterruptedException {
        try {
            return call.run();
        } finally {
            afterwards.run();
        }
    }
}
