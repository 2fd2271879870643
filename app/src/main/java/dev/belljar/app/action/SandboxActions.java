package dev.belljar.app.action;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ConfirmDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.SandboxRestart;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.settings.SandboxSettings;
import org.kordamp.ikonli.feather.Feather;

/// The actions on a sandbox. Those that return nothing show a message when they fail.
public final class SandboxActions {
    private static final Texts TEXTS = Texts.of(SandboxActions.class);

    private final TaskRunner tasks;
    private final UiContext context;
    private final SandboxDialogs dialogs;
    private final HostActions host;
    private final TrashActions trash;

    SandboxActions(TaskRunner tasks, UiContext context, SandboxDialogs dialogs, HostActions host, TrashActions trash) {
        this.tasks = tasks;
        this.context = context;
        this.dialogs = dialogs;
        this.host = host;
        this.trash = trash;
    }

    /// Creates and starts a sandbox.
    public UiTask<Sandbox> create(CreateSandbox request) {
        return tasks.task("create", agent -> agent.call(SandboxApi.CREATE, request));
    }

    /// Checks whether a branched machine has its own identity.
    public UiTask<IdentityCheck> identity(String id) {
        return tasks.task("identity", agent -> agent.call(SandboxApi.IDENTITY.at(id)));
    }

    /// Requests the settings of a sandbox, and what it uses now.
    public UiTask<SandboxSettings> settings(String id) {
        return tasks.task("settings", agent -> agent.call(SandboxApi.SETTINGS.at(id)));
    }

    /// Changes settings of a sandbox; the result is the new settings.
    public UiTask<SandboxSettings> change(String id, SetSandboxSettings request) {
        return tasks.task("set", agent -> agent.call(SandboxApi.SET.at(id), request));
    }

    /// Shuts the sandbox down and starts it again after asking, so that all its settings take effect. A
    /// hibernated sandbox is resumed first: its work can only be fetched while it runs.
    public void restart(SandboxViewState sandbox) {
        dialogs.open(
                sandbox,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("restart.title", sandbox.name()),
                        TEXTS.get("restart.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("restart.act"),
                        () -> tasks.task("restart", agent -> SandboxRestart.run(agent, sandbox.id()))
                                .beginIn(context)));
    }

    /// Boots the sandbox, or resumes it from hibernation. If its machine would be emulated, the user is asked first.
    public void start(SandboxViewState sandbox) {
        tasks.task("start", agent -> agent.call(SandboxApi.START.at(sandbox.id())))
                .failed(problem -> {
                    if (problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code())) {
                        askEmulation(problem, () -> start(sandbox));
                    } else {
                        context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger");
                    }
                })
                .begin();
    }

    private void askEmulation(Problem problem, Runnable then) {
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("emulation.title"),
                        TEXTS.get("emulation.text", ProblemText.detail(problem)),
                        TEXTS.get("emulation.keep"),
                        TEXTS.get("emulation.accept"),
                        () -> host.acceptEmulation()
                                .done(accepted -> then.run())
                                .beginIn(context)));
    }

    /// Hibernates the sandbox, the usual way to stop: it resumes from its saved memory.
    public void hibernate(SandboxViewState sandbox) {
        stop("hibernate", sandbox, new StopSandbox(true, false));
    }

    /// Shuts the sandbox down, even while it is still starting; its disk is kept.
    public void stop(SandboxViewState sandbox) {
        stop("stop", sandbox, new StopSandbox(false, false));
    }

    /// Ends the machine at once after asking, even while it is already stopping; its disk is kept.
    public void stopNow(SandboxViewState sandbox) {
        dialogs.open(
                sandbox,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("stopnow.title", sandbox.name()),
                        TEXTS.get("stopnow.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("stopnow.act"),
                        () -> stop("stop", sandbox, new StopSandbox(false, true))));
    }

    private void stop(String name, SandboxViewState sandbox, StopSandbox request) {
        tasks.task(name, agent -> agent.call(SandboxApi.STOP.at(sandbox.id()), request))
                .beginIn(context);
    }

    /// Destroys the sandbox after asking; its work is salvaged, unless the user chooses to destroy it at once.
    public void destroy(SandboxViewState sandbox) {
        dialogs.open(
                sandbox,
                new ConfirmDialog(
                                context.overlay(),
                                TEXTS.get("trash.move.title", sandbox.name()),
                                TEXTS.get("trash.move.text"),
                                TEXTS.get("confirm.cancel"),
                                TEXTS.get("trash.move.act"),
                                () -> destroy(sandbox, new DestroySandbox(false)))
                        .or(TEXTS.get("trash.now"), () -> destroyNow(sandbox)));
    }

    private void destroyNow(SandboxViewState sandbox) {
        dialogs.open(
                sandbox,
                new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("trash.now.title", sandbox.name()),
                        TEXTS.get("trash.now.text"),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("trash.now.act"),
                        () -> destroy(sandbox, new DestroySandbox(true))));
    }

    private void destroy(SandboxViewState sandbox, DestroySandbox request) {
        tasks.task("destroy", agent -> agent.call(SandboxApi.DESTROY.at(sandbox.id()), request))
                .done(end -> context.overlay()
                        .offer(
                                Feather.TRASH_2,
                                TEXTS.get("trash.moved", sandbox.name(), end.detail()),
                                "muted",
                                TEXTS.get("trash.undo"),
                                () -> trash.restore(end.id())))
                .beginIn(context);
    }
}
