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
import dev.belljar.app.text.Texts;
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

/// Carries out the actions on a sandbox, from every part of the window.
final class SandboxActions implements WindowSandboxActions, ProjectActions {
    private static final Texts TEXTS = Texts.of(SandboxActions.class);

    private final AgentCommands commands;
    private final UiContext context;
    private final FrameModel model;
    private final SnapshotActions snapshots;
    private final TrashPageActions trash;
    private final WindowApprovalActions approvals;
    private final DesktopIntegration desktop;
    private @Nullable Subject subject;
    private boolean warned;

    SandboxActions(
            WindowServices services,
            UiContext context,
            FrameModel model,
            SnapshotActions snapshots,
            TrashPageActions trash,
            WindowApprovalActions approvals) {
        this.commands = services.commands();
        this.desktop = services.desktop();
        this.approvals = approvals;
        this.trash = trash;
        this.snapshots = snapshots;
        this.context = context;
        this.model = model;
    }

    @Override
    public void open(ProjectState project) {
        model.enter(project.name());
    }

    @Override
    public void start(ProjectState project) {
        commands.start(project.id())
                .failed(problem -> {
                    if (problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code())) {
                        askEmulation(problem, () -> start(project));
                    } else {
                        context.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger");
                    }
                })
                .begin();
    }

    private void askEmulation(Problem problem, Runnable then) {
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("emulation.title"),
                        TEXTS.get("emulation.text", problem.detail()),
                        TEXTS.get("emulation.keep"),
                        TEXTS.get("emulation.accept"),
                        () -> Workbench.begin(commands.acceptEmulation().done(host -> then.run()), context)));
    }

    @Override
    public void hibernate(ProjectState project) {
        Workbench.begin(commands.hibernate(project.id()), context);
    }

    @Override
    public void snapshot(ProjectState project) {
        snapshots.snapshot(project);
    }

    @Override
    public void branch(ProjectState project) {
        snapshots.askBranch(new TreeNode.Present(project));
    }

    @Override
    public void identity(ProjectState project) {
        snapshots.identity(project);
    }

    @Override
    public void stop(ProjectState project) {
        Workbench.begin(commands.stop(project.id()), context);
    }

    @Override
    public void stopNow(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("stopnow.title", project.name()),
                        TEXTS.get("stopnow.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("stopnow.act"),
                        () -> Workbench.begin(commands.stopNow(project.id()), context)));
    }

    @Override
    public void destroy(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                                context.overlay(),
                                TEXTS.get("trash.move.title", project.name()),
                                TEXTS.get("trash.move.text"),
                                TEXTS.get("confirm.cancel"),
                                TEXTS.get("trash.move.act"),
                                () -> end(project, commands.destroy(project.id())))
                        .or(TEXTS.get("trash.now"), () -> destroyNow(project)));
    }

    private void destroyNow(ProjectState project) {
        open(
                project,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("trash.now.title", project.name()),
                        TEXTS.get("trash.now.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("trash.now.act"),
                        () -> end(project, commands.destroyNow(project.id()))));
    }

    @Override
    public void review(ProjectState project) {
        open(project, new ReviewDialog(project, context, commands));
    }

    @Override
    public void policy(ProjectState project) {
        PolicyDialog.open(project.id(), project.name(), commands.policies(), context, "");
    }

    @Override
    public void edit(ProjectState project, RemoteEditors.Editor editor) {
        String name = project.name();
        Workbench.begin(
                commands.outside("editor", () -> desktop.editors().open(editor, name))
                        .done(opened -> context.overlay()
                                .say(Feather.CODE, TEXTS.get("editors.opening", name, TEXTS.get(editor)), "muted")),
                context);
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
                commands.session(table.sandbox()).done(session -> {
                    if (session.token() != null) {
                        ClipboardContent words = new ClipboardContent();
                        words.putString(session.token());
                        Clipboard.getSystemClipboard().setContent(words);
                        context.overlay().say(Feather.COPY, TEXTS.get("browse.token"), "ok");
                    }
                    browse(table.agentUrl());
                }),
                context);
    }

    /// Offers to have browsers trust sandbox addresses, once per window, since the browser is about to warn
    /// of the address.
    private void warn(TrustState trust) {
        if (trust.missing()) {
            context.overlay()
                    .offer(
                            Feather.LOCK,
                            TEXTS.get("browse.warning"),
                            "muted",
                            TEXTS.get("browse.trust"),
                            this::askTrust);
        }
    }

    @Override
    public TrustCommands trust() {
        return new TrustCommands(commands, desktop.browsers());
    }

    @Override
    public void askTrust() {
        TrustDialog.open(context, trust());
    }

    @Override
    public void storage() {
        trash.storage();
    }

    @Override
    public void storage(ProjectState project) {
        open(project, new StorageDialog(context, commands.storage(), project.id()));
    }

    @Override
    public void retention() {
        trash.retention();
    }

    @Override
    public void keys(ProjectState project) {
        open(project, new KeysDialog(project, context, commands.keys()));
    }

    @Override
    public void inbox() {
        approvals.inbox("");
    }

    /// Closes the dialog about a sandbox that no longer exists, and says so.
    void reconcile(HostState state) {
        Subject now = subject;
        if (now == null
                || state.link() != HostState.Link.UP
                || state.projects().stream().anyMatch(p -> p.id().equals(now.id()))) {
            return;
        }
        subject = null;
        if (now.dialog() instanceof ReviewDialog review) {
            review.abandon();
        }
        if (context.overlay().close(now.dialog())) {
            context.overlay().say(Feather.INFO, TEXTS.get("gone.text", now.name(), now.id()), "muted");
        }
    }

    private void open(ProjectState project, Region dialog) {
        subject = new Subject(project.id(), project.name(), dialog);
        context.overlay().open(dialog);
    }

    private void end(ProjectState project, UiTask<DestroyResult> destroying) {
        Workbench.begin(
                destroying.done(end -> context.overlay()
                        .offer(
                                Feather.TRASH_2,
                                TEXTS.get("trash.moved", project.name(), end.detail()),
                                "muted",
                                TEXTS.get("trash.undo"),
                                () -> trash.restore(end.id()))),
                context);
    }

    /// The newest dialog and its sandbox.
    private record Subject(String id, String name, Region dialog) {}
}
