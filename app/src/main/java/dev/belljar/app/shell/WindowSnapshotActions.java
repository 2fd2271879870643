package dev.belljar.app.shell;

import dev.belljar.app.action.AgentRequests;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.snapshots.BranchDialog;
import dev.belljar.app.snapshots.IdentityDialog;
import dev.belljar.app.snapshots.SnapshotActions;
import dev.belljar.app.snapshots.SnapshotDialog;
import dev.belljar.app.snapshots.TreeNode;
import dev.belljar.app.state.ComparisonKey;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.MotionSettings;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.request.TakeSnapshot;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Carries out the actions on snapshots, from every part of the window.
final class WindowSnapshotActions implements SnapshotActions {
    private static final Texts TEXTS = Texts.of(WindowSnapshotActions.class);

    private final AgentRequests requests;
    private final UiContext context;
    private final FrameModel model;
    private final Supplier<HostState> state;
    private final ReadOnlyObjectWrapper<SnapshotButton.@Nullable SnapshotProgress> saving =
            new ReadOnlyObjectWrapper<>();
    private final PauseTransition confirmation = new PauseTransition(Duration.seconds(6));

    WindowSnapshotActions(AgentRequests requests, UiContext context, FrameModel model, Supplier<HostState> state) {
        this.requests = requests;
        this.context = context;
        this.model = model;
        this.state = state;
        confirmation.setOnFinished(e -> saving.set(null));
    }

    /// The snapshot that is being taken, or the last one for six seconds more.
    ReadOnlyObjectProperty<SnapshotButton.@Nullable SnapshotProgress> saving() {
        return saving.getReadOnlyProperty();
    }

    @Override
    public void snapshot(SandboxViewState sandbox) {
        SnapshotDialog.open(context, sandbox.name(), request -> take(sandbox, request));
    }

    private void take(SandboxViewState sandbox, TakeSnapshot request) {
        confirmation.stop();
        saving.set(new SnapshotButton.SnapshotProgress(sandbox.id(), -1));
        requests.snapshot(sandbox.id(), request)
                .done(snapshot -> taken(sandbox, snapshot))
                .failed(problem -> {
                    saving.set(null);
                    context.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger");
                })
                .begin();
    }

    private void taken(SandboxViewState sandbox, Snapshot snapshot) {
        saving.set(new SnapshotButton.SnapshotProgress(sandbox.id(), snapshot.pauseMillis()));
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

    @Override
    public void start(SandboxViewState sandbox) {
        Workbench.begin(requests.start(sandbox.id()), context);
    }

    @Override
    public void branch(TreeNode from, int count) {
        branch(from, new BranchSandbox(null, count));
    }

    private void branch(TreeNode from, BranchSandbox request) {
        UiTask<List<Sandbox>> doing = switch (from) {
            case TreeNode.SnapshotNode snapshotNode -> requests.branch(snapshotNode.key(), request);
            case TreeNode.SandboxNode sandboxNode -> requests.branchNow(sandboxNode.key(), request);
        };
        Workbench.begin(doing.done(made -> branched(from, made)), context);
    }

    private void branched(TreeNode from, List<Sandbox> made) {
        if (made.isEmpty()) {
            return;
        }
        String names = made.stream().map(s -> s.spec().name()).collect(Collectors.joining(", "));
        String first = made.getFirst().spec().name();
        context.overlay()
                .offer(
                        Feather.GIT_BRANCH,
                        TEXTS.get("branch.started", names, from.title()),
                        "ok",
                        TEXTS.get("branch.open", first),
                        () -> model.enter(first));
    }

    @Override
    public void askBranch(TreeNode from) {
        HostState now = state.get();
        BranchDialog.open(
                context,
                new BranchDialog.BranchSource(from.title(), name(from), limits(from, now), now.host()),
                request -> branch(from, request));
    }

    private static String name(TreeNode from) {
        return switch (from) {
            case TreeNode.SnapshotNode snapshotNode -> snapshotNode.snapshot().sandboxName();
            case TreeNode.SandboxNode sandboxNode -> sandboxNode.sandbox().name();
        };
    }

    private static @Nullable MachineLimits limits(TreeNode from, HostState now) {
        return now.sandboxes().stream()
                .filter(p -> p.id().equals(from.lane()))
                .map(p -> p.reported().spec().limits())
                .findFirst()
                .orElse(now.host() == null ? null : now.host().defaults());
    }

    /// The earlier state is on the left.
    @Override
    public void compare(TreeNode from, TreeNode to) {
        boolean turned = from.at(Long.MAX_VALUE) > to.at(Long.MAX_VALUE);
        TreeNode left = turned ? to : from;
        TreeNode right = turned ? from : to;
        model.compare(new ComparisonKey(left.key(), left.title(), right.key(), right.title()));
    }

    @Override
    public void delete(TreeNode.SnapshotNode snapshotNode, int branches) {
        String size = FigureFormat.bytes(snapshotNode.snapshot().size()).toString();
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        TEXTS.get("snapshot.delete.title", snapshotNode.title()),
                        TEXTS.get("snapshot.delete.text", branches, size),
                        TEXTS.get("confirm.cancel"),
                        TEXTS.get("snapshot.delete.act"),
                        () -> Workbench.begin(
                                requests.deleteSnapshot(snapshotNode.key())
                                        .done(id -> context.overlay()
                                                .say(
                                                        Feather.TRASH_2,
                                                        TEXTS.get("snapshot.deleted", snapshotNode.title()),
                                                        "muted")),
                                context)));
    }

    @Override
    public void enter(SandboxViewState sandbox) {
        model.enter(sandbox.name());
    }

    @Override
    public void identity(SandboxViewState sandbox) {
        IdentityDialog.open(context, requests, sandbox.id(), sandbox.name());
    }
}
