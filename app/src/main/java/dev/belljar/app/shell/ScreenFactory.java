package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.approvals.ApprovalActions;
import dev.belljar.app.changes.ChangesView;
import dev.belljar.app.changes.CompareView;
import dev.belljar.app.log.LogView;
import dev.belljar.app.network.NetworkView;
import dev.belljar.app.processes.ProcessesView;
import dev.belljar.app.readiness.ReadinessActions;
import dev.belljar.app.readiness.ReadinessPane;
import dev.belljar.app.snapshots.SnapshotActions;
import dev.belljar.app.snapshots.SnapshotsView;
import dev.belljar.app.state.ApprovalList;
import dev.belljar.app.state.ComparisonKey;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.Observable;
import dev.belljar.app.state.ProcessKey;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.state.SandboxWatch;
import dev.belljar.app.terminal.TerminalsView;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Creates the screens of a sandbox; the only class that knows which feature draws which screen.
final class ScreenFactory {
    private final UiContext context;
    private final AgentCommands commands;
    private final FrameModel model;
    private final Observable<HostState> host;
    private final SnapshotActions snapshots;
    private final Observable<ApprovalList> waiting;
    private final ApprovalActions approvals;
    private final KeptTerminals terminals;
    private final WindowSandboxActions actions;
    /// The processes that the user has paused, by the sandbox's id: a screen that is closed forgets them.
    private final Map<String, Set<ProcessKey>> paused = new HashMap<>();

    ScreenFactory(
            WindowServices services,
            UiContext context,
            FrameModel model,
            WindowSandboxActions actions,
            SnapshotActions snapshots,
            ApprovalActions approvals) {
        this.host = services.host().state();
        this.waiting = services.approvals().list();
        this.commands = services.commands();
        this.approvals = approvals;
        this.snapshots = snapshots;
        this.context = context;
        this.model = model;
        this.actions = actions;
        this.terminals = new KeptTerminals(project -> new TerminalsView(project, commands, context, actions::start));
    }

    /// The terminals, which stay open when their sandbox is left; the owner of this factory closes them.
    KeptTerminals terminals() {
        return terminals;
    }

    /// True if a screen stays open when its sandbox is left, so that the caller of [#make] does not close it.
    static boolean stays(ScreenKind kind) {
        return kind == ScreenKind.TERMINAL;
    }

    /// Creates a screen; the caller closes it, unless it stays open.
    ScreenView make(ScreenKind kind, ProjectState project, SandboxWatch watch) {
        return switch (kind) {
            case TERMINAL -> terminals.enter(project);
            case PROCESSES ->
                new ProcessesView(
                        project.id(),
                        watch,
                        waiting,
                        context,
                        new WindowProcessActions(project.id(), commands, approvals, model),
                        paused.computeIfAbsent(project.id(), id -> new HashSet<>()));
            case CHANGES -> new ChangesView(project.id(), watch, commands, context);
            case NETWORK ->
                new NetworkView(
                        project.id(),
                        watch,
                        waiting,
                        context,
                        new NetworkActions(project, approvals, commands, context, model));
            case SNAPSHOTS -> new SnapshotsView(project.id(), host, commands, context, snapshots);
            case LOG -> new LogView(watch, context);
        };
    }

    /// Creates the pane that every screen shows while its sandbox starts and after it failed; `changes` shows
    /// the fetched work.
    ReadinessPane readiness(Runnable changes) {
        return new ReadinessPane(context, new ReadinessActions() {
            @Override
            public void start(ProjectState project) {
                actions.start(project);
            }

            @Override
            public void stop(ProjectState project) {
                actions.stop(project);
            }

            @Override
            public void changes() {
                changes.run();
            }

            @Override
            public void log() {
                model.screen(ScreenKind.LOG);
            }
        });
    }

    /// Creates the comparison of two states of a workspace; the caller closes it.
    ScreenView compare(ComparisonKey between) {
        return new CompareView(between, commands, model::compare, () -> model.screen(ScreenKind.CHANGES));
    }
}
