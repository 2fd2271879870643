package dev.belljar.app.action;

import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.MotionSettings;
import dev.belljar.app.ui.ConfirmDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.request.work.CompareWith;
import dev.belljar.contract.request.work.ReadComparedFile;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import java.util.stream.Collectors;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The actions on snapshots and branches. Those that return nothing show a message when they end.
public final class SnapshotActions {
    private static final Texts TEXTS = Texts.of(SnapshotActions.class);

    /// The snapshot of a sandbox that is being taken, or was just taken: `pauseMillis` is how long the sandbox
    /// was paused, negative while the snapshot is being taken.
    public record SnapshotProgress(String sandbox, long pauseMillis) {}

    private final TaskRunner tasks;
    private final UiContext context;
    private final Navigation navigation;
    private final ReadOnlyObjectWrapper<@Nullable SnapshotProgress> saving = new ReadOnlyObjectWrapper<>();
    private final PauseTransition confirmation = new PauseTransition(Duration.seconds(6));

    SnapshotActions(TaskRunner tasks, UiContext context, Navigation navigation) {
        this.tasks = tasks;
        this.context = context;
        this.navigation = navigation;
        confirmation.setOnFinished(e -> saving.set(null));
    }

    /// The snapshot that is being taken, or the last one for six seconds more.
    public ReadOnlyObjectProperty<@Nullable SnapshotProgress> saving() {
        return saving.getReadOnlyProperty();
    }

    /// Takes a snapshot of a running machine, which keeps running.
    public void take(SandboxViewState sandbox, TakeSnapshot request) {
        confirmation.stop();
        saving.set(new SnapshotProgress(sandbox.id(), -1));
        tasks.task("snapshot", agent -> agent.call(SnapshotApi.TAKE.at(sandbox.id()), request))
                .done(snapshot -> taken(sandbox, snapshot))
                .failed(problem -> {
                    saving.set(null);
                    context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger");
                })
                .begin();
    }

    private void taken(SandboxViewState sandbox, Snapshot snapshot) {
        saving.set(new SnapshotProgress(sandbox.id(), snapshot.pauseMillis()));
        if (MotionSettings.passing()) {
            confirmation.playFromStart();
        }
        String name = snapshot.name();
        String size = FigureFormat.bytes(snapshot.size()).toString();
        String pause = Long.toString(snapshot.pauseMillis());
        context.overlay()
                .say(
                        Feather.CAMERA,
                        name == null
                                ? TEXTS.get("snapshot.taken", sandbox.name(), size, pause)
                                : TEXTS.get(
                                        "snapshot.taken.named",
                                        FigureFormat.printable(name),
                                        sandbox.name(),
                                        size,
                                        pause),
                        "ok");
    }

    /// Starts branches from a snapshot, which messages call `title`.
    public void branch(String snapshot, String title, BranchSandbox request) {
        branched(title, tasks.task("branch", agent -> agent.call(SnapshotApi.BRANCH.at(snapshot), request)));
    }

    /// Starts branches from the current state of a running sandbox, which messages call `title`.
    public void branchNow(String sandbox, String title, BranchSandbox request) {
        branched(title, tasks.task("branch", agent -> agent.call(SnapshotApi.BRANCH_NOW.at(sandbox), request)));
    }

    private void branched(String from, UiTask<List<Sandbox>> branching) {
        branching
                .done(made -> {
                    if (!made.isEmpty()) {
                        branched(from, made);
                    }
                })
                .beginIn(context);
    }

    private void branched(String from, List<Sandbox> made) {
        String names = made.stream().map(s -> s.spec().name()).collect(Collectors.joining(", "));
        String first = made.getFirst().spec().name();
        context.overlay()
                .offer(
                        Feather.GIT_BRANCH,
                        TEXTS.get("branch.started", names, from),
                        "ok",
                        TEXTS.get("branch.open", first),
                        () -> navigation.enter(first));
    }

    /// Deletes a snapshot after asking; data that its branches need is kept. Messages call the snapshot `title`;
    /// `branches` is the number of sandboxes started from it.
    public void delete(Snapshot snapshot, String title, int branches) {
        String size = FigureFormat.bytes(snapshot.size()).toString();
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("snapshot.delete.title", title),
                        TEXTS.get("snapshot.delete.text", branches, size),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("snapshot.delete.act"),
                        () -> tasks.task("delete-snapshot", agent -> {
                                    agent.call(SnapshotApi.DELETE.at(snapshot.id()));
                                    return snapshot;
                                })
                                .done(deleted -> context.overlay()
                                        .say(Feather.TRASH_2, TEXTS.get("snapshot.deleted", title), "muted"))
                                .beginIn(context)));
    }

    /// Keeps an automatic snapshot until the user deletes it. Messages call it `title`.
    public void keep(Snapshot snapshot, String title) {
        tasks.task("keep-snapshot", agent -> agent.call(SnapshotApi.KEEP.at(snapshot.id())))
                .done(kept -> context.overlay().say(Feather.CAMERA, TEXTS.get("snapshot.kept", title), "ok"))
                .beginIn(context);
    }

    /// When snapshots of a sandbox are taken automatically, and of all sandboxes without settings of their own.
    public record AutomaticChoices(AutomaticSnapshotSettings own, AutomaticSnapshotSettings all) {}

    /// What to change: `own` for the sandbox (null: nothing), or `asAll` to use the settings of all sandboxes again;
    /// `all` for all sandboxes (null: nothing).
    public record AutomaticChange(
            @Nullable SetAutomaticSnapshots own,
            boolean asAll,
            @Nullable SetAutomaticSnapshots all) {}

    /// Requests when snapshots are taken automatically.
    public UiTask<AutomaticChoices> automatic(String sandbox) {
        return tasks.task("automatic-snapshots", agent -> choices(agent, sandbox));
    }

    /// Changes when snapshots are taken automatically, and requests the new settings.
    public UiTask<AutomaticChoices> automatic(String sandbox, AutomaticChange change) {
        return tasks.task("set-automatic-snapshots", agent -> {
            SetAutomaticSnapshots all = change.all();
            if (all != null) {
                AutomaticSnapshotSettings _ = agent.call(SnapshotApi.SET_SETTINGS.at(), all);
            }
            SetAutomaticSnapshots own = change.own();
            if (change.asAll()) {
                AutomaticSnapshotSettings _ = agent.call(SnapshotApi.RESET_SANDBOX_SETTINGS.at(sandbox));
            } else if (own != null) {
                AutomaticSnapshotSettings _ = agent.call(SnapshotApi.SET_SANDBOX_SETTINGS.at(sandbox), own);
            }
            return choices(agent, sandbox);
        });
    }

    private static AutomaticChoices choices(AgentClient agent, String sandbox)
            throws AgentException, InterruptedException {
        return new AutomaticChoices(
                agent.call(SnapshotApi.SANDBOX_SETTINGS.at(sandbox)), agent.call(SnapshotApi.SETTINGS.at()));
    }

    /// Compares two states of a workspace, each the id of a snapshot or of a sandbox.
    public UiTask<WorkspaceComparison> compare(String from, String to) {
        return tasks.task("compare", agent -> agent.call(SnapshotApi.COMPARE.at(from), new CompareWith(to)));
    }

    /// Reads both sides of a file of a comparison.
    public UiTask<FileContents> contents(WorkspaceComparison comparison, String path) {
        return tasks.task(
                "contents",
                agent -> agent.call(
                        SnapshotApi.CONTENTS.at(comparison.from()),
                        new ReadComparedFile(comparison.base(), comparison.tip(), path)));
    }
}
