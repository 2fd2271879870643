package dev.belljar.app.shell;

import dev.belljar.app.action.AgentRequests;
import dev.belljar.app.action.TrustRequests;
import dev.belljar.app.action.TrustState;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.keys.KeysDialog;
import dev.belljar.app.launcher.LauncherActions;
import dev.belljar.app.policy.PolicyDialog;
import dev.belljar.app.review.ReviewDialog;
import dev.belljar.app.snapshots.SnapshotActions;
import dev.belljar.app.snapshots.TreeNode;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
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
final class WindowSandboxActions implements SandboxActions, LauncherActions {
    private static final Texts TEXTS = Texts.of(WindowSandboxActions.class);

    private final AgentRequests requests;
    private final UiContext context;
    private final FrameModel model;
    private final SnapshotActions snapshots;
    private final WindowTrashActions trash;
    private final WindowApprovalActions approvals;
    private final DesktopIntegration desktop;
    private @Nullable SandboxDialog subject;
    private boolean warned;

    WindowSandboxActions(
            WindowServices services,
            UiContext context,
            FrameModel model,
            SnapshotActions snapshots,
            WindowTrashActions trash,
            WindowApprovalActions approvals) {
        this.requests = services.requests();
        this.desktop = services.desktop();
        this.approvals = approvals;
        this.trash = trash;
        this.snapshots = snapshots;
        this.context = context;
        this.model = model;
    }

    @Override
    public void open(SandboxViewState sandbox) {
        model.enter(sandbox.name());
    }

    @Override
    public void start(SandboxViewState sandbox) {
        requests.start(sandbox.id())
                .failed(problem -> {
                    if (problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code())) {
                        askEmulation(problem, () -> start(sandbox));
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
                        () -> Workbench.begin(requests.acceptEmulation().done(host -> then.run()), context)));
    }

    @Override
    public void hibernate(SandboxViewState sandbox) {
        Workbench.begin(requests.hibernate(sandbox.id()), context);
    }

    @Override
    public void snapshot(SandboxViewState sandbox) {
        snapshots.snapshot(sandbox);
    }

    @Override
    public void branch(SandboxViewState sandbox) {
        snapshots.askBranch(new TreeNode.SandboxNode(sandbox));
    }

    @Override
    public void identity(SandboxViewState sandbox) {
        snapshots.identity(sandbox);
    }

    @Override
    public void stop(SandboxViewState sandbox) {
        Workbench.begin(requests.stop(sandbox.id()), context);
    }

    @Override
    public void stopNow(SandboxViewState sandbox) {
        open(
                sandbox,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("stopnow.title", sandbox.name()),
                        TEXTS.get("stopnow.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("stopnow.act"),
                        () -> Workbench.begin(requests.stopNow(sandbox.id()), context)));
    }

    @Override
    public void destroy(SandboxViewState sandbox) {
        open(
                sandbox,
                new ConfirmDialog(
                                context.overlay(),
                                TEXTS.get("trash.move.title", sandbox.name()),
                                TEXTS.get("trash.move.text"),
                                TEXTS.get("confirm.cancel"),
                                TEXTS.get("trash.move.act"),
                                () -> end(sandbox, requests.destroy(sandbox.id())))
                        .or(TEXTS.get("trash.now"), () -> destroyNow(sandbox)));
    }

    private void destroyNow(SandboxViewState sandbox) {
        open(
                sandbox,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("trash.now.title", sandbox.name()),
                        TEXTS.get("trash.now.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("trash.now.act"),
                        () -> end(sandbox, requests.destroyNow(sandbox.id()))));
    }

    @Override
    public void review(SandboxViewState sandbox) {
        open(sandbox, new ReviewDialog(sandbox, context, requests));
    }

    @Override
    public void policy(SandboxViewState sandbox) {
        PolicyDialog.open(sandbox.id(), sandbox.name(), requests.policies(), context, "");
    }

    @Override
    public void edit(SandboxViewState sandbox, RemoteEditors.RemoteEditor editor) {
        String name = sandbox.name();
        Workbench.begin(
                requests.outside("editor", () -> desktop.editors().open(editor, name))
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
                requests.session(table.sandbox()).done(session -> {
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
    public TrustRequests trust() {
        return new TrustRequests(requests, desktop.browsers());
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
    public void storage(SandboxViewState sandbox) {
        open(sandbox, new StorageDialog(context, requests.storage(), sandbox.id()));
    }

    @Override
    public void retention() {
        trash.retention();
    }

    @Override
    public void keys(SandboxViewState sandbox) {
        open(sandbox, new KeysDialog(sandbox, context, requests.keys()));
    }

    @Override
    public void inbox() {
        approvals.inbox("");
    }

    /// Closes the dialog about a sandbox that no longer exists, and says so.
    void reconcile(HostState state) {
        SandboxDialog now = subject;
        if (now == null
                || state.connection() != HostState.AgentConnection.UP
                || state.sandboxes().stream().anyMatch(p -> p.id().equals(now.id()))) {
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

    private void open(SandboxViewState sandbox, Region dialog) {
        subject = new SandboxDialog(sandbox.id(), sandbox.name(), dialog);
        context.overlay().open(dialog);
    }

    private void end(SandboxViewState sandbox, UiTask<DestroyResult> destroying) {
        Workbench.begin(
                destroying.done(end -> context.overlay()
                        .offer(
                                Feather.TRASH_2,
                                TEXTS.get("trash.moved", sandbox.name(), end.detail()),
                                "muted",
                                TEXTS.get("trash.undo"),
                                () -> trash.restore(end.id()))),
                context);
    }

    /// The newest dialog and its sandbox.
    private record SandboxDialog(String id, String name, Region dialog) {}
}
