package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.action.TrustCommands;
import dev.belljar.app.action.TrustState;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.keys.KeysDialog;
import dev.belljar.app.launcher.ProjectActions;
import dev.belljar.app.policy.PolicyDialog;
import dev.belljar.app.review.ReviewDialog;
import dev.belljar.app.snapshots.SnapshotActions;
import dev.belljar.app.snapshots.TreeNode;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.trust.TrustDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.WebBrowser;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.DestroyResult;
import dev.belljar.contract.view.RouteTable;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with a sandbox, from wherever in the window it is asked for.
final class SandboxActions implements WindowSandboxActions, ProjectActions {
    private final AgentCommands wishes;
    private final UiContext desk;
    private final FrameModel model;
    private final SnapshotActions moments;
    private final TrashPageActions trash;
    private final WindowApprovalActions questions;
    private final DesktopIntegration desktop;
    private @Nullable Subject subject;
    private boolean warned;

    SandboxActions(
            WindowServices services,
            UiContext desk,
            FrameModel model,
            SnapshotActions moments,
            TrashPageActions trash,
            WindowApprovalActions questions) {
        this.wishes = services.wishes();
        this.desktop = services.desktop();
        this.questions = questions;
        this.trash = trash;
        this.moments = moments;
        this.desk = desk;
        this.model = model;
    }

    @Override
    public void open(ProjectState project) {
        model.enter(project.name());
    }

    @Override
    public void start(ProjectState project) {
        wishes.start(project.id())
                .failed(problem -> {
                    if (problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code())) {
                        askEmulation(problem, () -> start(project));
                    } else {
                        desk.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger");
                    }
                })
                .begin();
    }

    private void askEmulation(Problem problem, Runnable then) {
        desk.overlay()
                .open(new ConfirmDialog(
                        desk.overlay(),
                        "Run sandboxes under emulation?",
                        problem.detail() + " You are asked once.",
                        "Do not start",
                        "Run under emulation",
                        () -> Workbench.begin(wishes.acceptEmulation().done(host -> then.run()), desk)));
    }

    @Override
    public void hibernate(ProjectState project) {
        Workbench.begin(wishes.hibernate(project.id()), desk);
    }

    @Override
    public void snapshot(ProjectState project) {
        moments.snapshot(project);
    }

    @Override
    public void branch(ProjectState project) {
        moments.askBranch(new TreeNode.Present(project));
    }

    @Override
    public void identity(ProjectState project) {
        moments.identity(project);
    }

    @Override
    public void stop(ProjectState project) {
        Workbench.begin(wishes.stop(project.id()), desk);
    }

    @Override
    public void stopNow(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                        desk.overlay(),
                        "Stop “" + project.name() + "” now?",
                        "The machine ends at once, without fetching its work. The work stays on its disk, which is kept; what"
                                + " programs had not yet written to the disk is lost.",
                        "Cancel",
                        "Stop now",
                        () -> Workbench.begin(wishes.stopNow(project.id()), desk)));
    }

    @Override
    public void destroy(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                                desk.overlay(),
                                "Destroy “" + project.name() + "”?",
                                "The machine stops and goes to the trash with its disk, from where you can restore it. Work in"
                                        + " /workspace that your project does not have, committed or not, is first saved to"
                                        + " refs/sandbox/salvage/" + project.id()
                                        + " in Belljar's own repository. Your"
                                        + " project folder is not touched.",
                                "Keep it",
                                "Destroy",
                                () -> end(project, wishes.destroy(project.id())))
                        .or("Destroy now…", () -> destroyNow(project)));
    }

    private void destroyNow(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                        desk.overlay(),
                        "Destroy “" + project.name() + "” now?",
                        "The machine ends at once, without fetching its work, and goes to the trash with its disk. Restoring it"
                                + " brings the work on that disk back; what programs had not yet written to the disk is"
                                + " lost.",
                        "Keep it",
                        "Destroy now",
                        () -> end(project, wishes.destroyNow(project.id()))));
    }

    @Override
    public void review(ProjectState project) {
        open(project, new ReviewDialog(project, desk, wishes));
    }

    @Override
    public void policy(ProjectState project) {
        PolicyDialog.open(project.id(), project.name(), wishes.policies(), desk, "");
    }

    @Override
    public void edit(ProjectState project, RemoteEditors.Editor editor) {
        String name = project.name();
        Workbench.begin(
                wishes.outside("editor", () -> desktop.editors().open(editor, name))
                        .done(opened -> desk.overlay()
                                .say(Feather.CODE, "“" + name + "” opens: the first time takes a while.", "muted")),
                desk);
    }

    @Override
    public RemoteEditors editors() {
        return desktop.editors();
    }

    @Override
    public void browse(String address) {
        WebBrowser.open(address);
        if (!warned) {
            warned = true;
            trust().look().done(this::warn).begin();
        }
    }

    @Override
    public void browseTerminal(RouteTable table) {
        Workbench.begin(
                wishes.session(table.sandbox()).done(session -> {
                    if (session.token() != null) {
                        ClipboardContent words = new ClipboardContent();
                        words.putString(session.token());
                        Clipboard.getSystemClipboard().setContent(words);
                        desk.overlay().say(Feather.COPY, "The page asks for a token. It is on your clipboard.", "ok");
                    }
                    browse(table.agentUrl());
                }),
                desk);
    }

    /// The browser is about to warn of the address: once in a window's life, the way out of that is offered.
    private void warn(TrustState trust) {
        if (trust.missing()) {
            desk.overlay()
                    .offer(
                            Feather.LOCK,
                            "Your browser will warn of this address: it does not trust Belljar's certificate yet.",
                            "muted",
                            "Trust it…",
                            this::askTrust);
        }
    }

    @Override
    public TrustCommands trust() {
        return new TrustCommands(wishes, desktop.browsers());
    }

    @Override
    public void askTrust() {
        TrustDialog.open(desk, trust());
    }

    @Override
    public void storage() {
        trash.storage();
    }

    @Override
    public void storage(ProjectState project) {
        open(project, new StorageDialog(desk, wishes.storage(), project.id()));
    }

    @Override
    public void retention() {
        trash.retention();
    }

    @Override
    public void keys(ProjectState project) {
        open(project, new KeysDialog(project, desk, wishes.keys()));
    }

    @Override
    public void inbox() {
        questions.inbox("");
    }

    /// Closes what is open about a sandbox that is no longer there, and says so.
    void reconcile(HostState picture) {
        Subject now = subject;
        if (now == null
                || picture.link() != HostState.Link.UP
                || picture.projects().stream().anyMatch(p -> p.id().equals(now.id()))) {
            return;
        }
        subject = null;
        if (now.dialog() instanceof ReviewDialog review) {
            review.abandon();
        }
        if (desk.overlay().close(now.dialog())) {
            desk.overlay()
                    .say(
                            Feather.INFO,
                            "“" + now.name() + "” was destroyed meanwhile, so there is nothing left to decide. Work it"
                                    + " had not synced is kept in refs/sandbox/salvage/" + now.id() + ".",
                            "muted");
        }
    }

    private void open(ProjectState project, Region dialog) {
        subject = new Subject(project.id(), project.name(), dialog);
        desk.overlay().open(dialog);
    }

    private void end(ProjectState project, UiTask<DestroyResult> destroying) {
        Workbench.begin(
                destroying.done(end -> desk.overlay()
                        .offer(
                                Feather.TRASH_2,
                                "“" + project.name() + "” is in the trash. " + end.detail(),
                                "muted",
                                "Undo",
                                () -> trash.restore(end.id()))),
                desk);
    }

    /// The sandbox the newest dialog is about.
    private record Subject(String id, String name, Region dialog) {}
}
