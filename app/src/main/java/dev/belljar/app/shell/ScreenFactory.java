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
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.state.SandboxWatch;
import dev.belljar.app.terminal.TerminalRoom;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;

/// Makes the rooms of a sandbox; the one place that knows which feature draws which room.
final class ScreenFactory {
    private final UiContext desk;
    private final AgentCommands wishes;
    private final FrameModel model;
    private final Observable<HostState> host;
    private final SnapshotActions moments;
    private final Observable<ApprovalList> waiting;
    private final ApprovalActions questions;
    private final KeptTerminals terminals;
    private final WindowSandboxActions deeds;

    ScreenFactory(
            WindowServices services,
            UiContext desk,
            FrameModel model,
            WindowSandboxActions deeds,
            SnapshotActions moments,
            ApprovalActions questions) {
        this.host = services.host().picture();
        this.waiting = services.questions().questions();
        this.wishes = services.wishes();
        this.questions = questions;
        this.moments = moments;
        this.desk = desk;
        this.model = model;
        this.deeds = deeds;
        this.terminals = new KeptTerminals(project -> new TerminalRoom(project, wishes, desk, deeds::start));
    }

    /// What stays when its sandbox is left; who made this closes them.
    KeptTerminals terminals() {
        return terminals;
    }

    /// Whether a room stays when its sandbox is left, so that whoever asked for it does not close it.
    static boolean stays(ScreenKind kind) {
        return kind == ScreenKind.TERMINAL;
    }

    /// A screen; who asked closes it, unless it stays.
    ScreenView make(ScreenKind kind, ProjectState project, SandboxWatch watch) {
        return switch (kind) {
            case TERMINAL -> terminals.enter(project);
            case PROCESSES ->
                new ProcessesView(
                        project.id(),
                        watch,
                        waiting,
                        desk,
                        new WindowProcessActions(project.id(), wishes, questions, model));
            case CHANGES -> new ChangesView(project.id(), watch, wishes, desk);
            case NETWORK ->
                new NetworkView(
                        project.id(),
                        watch,
                        waiting,
                        desk,
                        new NetworkActions(project, questions, wishes, desk, model));
            case SNAPSHOTS -> new SnapshotsView(project.id(), host, wishes, desk, moments);
            case LOG -> new LogView(watch, desk);
        };
    }

    /// What every room shows while its sandbox starts and after it failed; `changes` shows the work that was fetched.
    ReadinessPane readiness(Runnable changes) {
        return new ReadinessPane(desk, new ReadinessActions() {
            @Override
            public void start(ProjectState project) {
                deeds.start(project);
            }

            @Override
            public void stop(ProjectState project) {
                deeds.stop(project);
            }

            @Override
            public void changes() {
                changes.run();
            }

            @Override
            public void log() {
                model.room(ScreenKind.LOG);
            }
        });
    }

    /// What differs between two moments; who asked closes it.
    ScreenView compare(ComparisonKey between) {
        return new CompareView(between, wishes, model::compare, () -> model.room(ScreenKind.CHANGES));
    }
}
