package dev.belljar.app.launcher;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxTree;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// What the launcher shows: its content, the projects in order, and the branches below each of them.
final class LauncherModel {
    private static final Texts TEXTS = Texts.of(LauncherModel.class);

    /// What is shown below the line about the host.
    enum LauncherContent {
        /// The host agent was stopped.
        STOPPED,
        /// The host agent cannot be reached.
        UNREACHABLE,
        CONNECTING,
        /// There is no project yet.
        EMPTY,
        PROJECTS
    }

    private final Function<String, WorkState> work;
    private HostState state = HostState.unknown(0);
    private SandboxTree tree = new SandboxTree(state);

    /// `work` returns the known work of a sandbox, by its id.
    LauncherModel(Function<String, WorkState> work) {
        this.work = work;
    }

    void show(HostState next) {
        state = next;
        tree = new SandboxTree(next);
    }

    LauncherContent content() {
        if (!state.sandboxes().isEmpty() && state.connection() != HostState.AgentConnection.CONNECTING) {
            return LauncherContent.PROJECTS;
        } else if (state.sandboxes().isEmpty() && state.problem() != null) {
            return state.stopped() ? LauncherContent.STOPPED : LauncherContent.UNREACHABLE;
        }
        return state.connection() == HostState.AgentConnection.CONNECTING
                ? LauncherContent.CONNECTING
                : LauncherContent.EMPTY;
    }

    /// True if there is a project. Without one, the button in the content adds the first.
    boolean any() {
        return !state.sandboxes().isEmpty();
    }

    /// The number of projects, without their branches.
    long projects() {
        return state.sandboxes().stream().filter(p -> !tree.branch(p.id())).count();
    }

    /// True if the host agent is there to add a project.
    boolean mayAdd() {
        return state.connection() != HostState.AgentConnection.DOWN;
    }

    /// The projects: the first that runs, or has a running branch, leads; then those that start or stop, run,
    /// failed, or are stopped.
    List<SandboxViewState> order() {
        List<SandboxViewState> heads =
                tree.ordered().stream().filter(p -> !tree.branch(p.id())).toList();
        String first = heads.stream()
                .filter(p -> p.running() || tree.branches(p.id()).stream().anyMatch(SandboxViewState::running))
                .findFirst()
                .map(SandboxViewState::id)
                .orElse("");
        return heads.stream()
                .sorted(Comparator.comparingInt(p -> p.id().equals(first) ? 0 : rank(p.state())))
                .toList();
    }

    private static int rank(SandboxState state) {
        return switch (state) {
            case STARTING, STOPPING -> 1;
            case RUNNING -> 2;
            case ERROR -> 3;
            case CREATED, STOPPED, DESTROYED -> 4;
        };
    }

    /// True if the card of the first project is as wide as two: it runs, or has branches.
    boolean wide(SandboxViewState first) {
        return first.running() || !tree.branches(first.id()).isEmpty();
    }

    WorkState work(SandboxViewState sandbox) {
        return work.apply(sandbox.id());
    }

    /// The branches of a project, in the order of creation.
    List<BranchSummary> branches(SandboxViewState sandbox) {
        return tree.branches(sandbox.id()).stream()
                .map(b -> new BranchSummary(b, work(b), from(b)))
                .toList();
    }

    /// The origin of a branch as text; empty if the snapshot has no name.
    private String from(SandboxViewState branch) {
        Snapshot origin = tree.origin(branch.id());
        String name = origin == null ? null : origin.name();
        return name == null ? "" : TEXTS.get("launcher.branch.from", FigureFormat.printable(name));
    }
}
