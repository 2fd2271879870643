package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.changes.CompareView;
import dev.belljar.app.codingagent.AgentLine;
import dev.belljar.app.log.LogView;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.network.NetworkView;
import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.processes.ProcessesView;
import dev.belljar.app.readiness.ReadinessPane;
import dev.belljar.app.review.ReviewModel;
import dev.belljar.app.review.ReviewView;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.settings.SettingsView;
import dev.belljar.app.snapshots.SnapshotsView;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.terminal.TerminalsView;
import dev.belljar.app.timeline.TimelineView;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.work.ComparisonKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Creates the screens of a sandbox; the only class that knows which feature draws which screen.
final class ScreenFactory {
    private final UiContext context;
    private final Actions actions;
    private final HostWatch hostWatch;
    private final WatchedValue<HostState> host;
    private final WatchedValue<ApprovalList> waiting;
    private final TerminalRegistry terminals;
    /// The processes that the user has paused, by the sandbox's id: a screen that is closed forgets them.
    private final Map<String, Set<ProcessKey>> paused = new HashMap<>();
    /// The decisions of the user about hunks, by the sandbox's id.
    private final Map<String, ReviewModel> reviews = new HashMap<>();

    ScreenFactory(WindowServices services, UiContext context, Actions actions) {
        this.hostWatch = services.host();
        this.host = hostWatch.state();
        this.waiting = services.approvals().list();
        this.context = context;
        this.actions = actions;
        this.terminals = new TerminalRegistry(sandbox -> new TerminalsView(sandbox, actions, context));
    }

    /// The terminals, which stay open when their sandbox is left; the owner of this factory closes them.
    TerminalRegistry terminals() {
        return terminals;
    }

    /// True if a screen stays open when its sandbox is left, so that the caller of [#make] does not close it.
    static boolean stays(ScreenKind kind) {
        return kind == ScreenKind.TERMINAL;
    }

    /// Creates a screen; the caller closes it, unless it stays open.
    ScreenView make(ScreenKind kind, SandboxViewState sandbox, SandboxWatch watch, TimelineWatch history) {
        return switch (kind) {
            case TERMINAL -> terminals.enter(sandbox);
            case TIMELINE -> new TimelineView(sandbox, history, host, waiting, context, actions);
            case PROCESSES ->
                new ProcessesView(
                        sandbox.id(),
                        watch,
                        history.moment(),
                        waiting,
                        context,
                        actions,
                        paused.computeIfAbsent(sandbox.id(), id -> new HashSet<>()));
            case CHANGES ->
                new ReviewView(
                        sandbox,
                        watch,
                        history,
                        host::now,
                        actions,
                        context,
                        reviews.computeIfAbsent(sandbox.id(), id -> new ReviewModel()));
            case NETWORK -> new NetworkView(sandbox, watch, history.moment(), waiting, context, actions);
            case SNAPSHOTS -> new SnapshotsView(sandbox.id(), host, actions, context);
            case LOG -> new LogView(watch, context);
            case SETTINGS -> new SettingsView(sandbox, hostWatch, context, actions);
        };
    }

    /// Creates the pane that every screen shows while its sandbox starts and after it failed; `changes` shows
    /// the fetched work.
    ReadinessPane readiness(Runnable changes) {
        return new ReadinessPane(context, actions, changes);
    }

    /// Creates the line that says which moment the screens show; the caller closes it.
    SelectedTimeBar momentBar(TimelineWatch history) {
        return new SelectedTimeBar(history, context, actions.navigation());
    }

    /// Creates the line that says what the coding agent in a sandbox does.
    AgentLine agentLine(String sandbox) {
        return new AgentLine(sandbox, actions.environments(), context);
    }

    /// Creates the comparison of two states of a workspace; the caller closes it.
    ScreenView compare(ComparisonKey between) {
        return new CompareView(between, actions, context.theme());
    }
}
