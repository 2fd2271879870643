package dev.belljar.app.shell;

import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.codingagent.AgentLine;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.readiness.ReadinessPane;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.app.work.WorkState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// One sandbox: its header, its tabs and its screens, each created when it is first opened.
final class SandboxView implements ScreenView {
    private final SandboxWatch watch;
    private final TimelineWatch history;
    private final SelectedTimeBar moment;
    private final ScreenFactory maker;
    private final SandboxHead head;
    private final ScreenTabs tabs;
    private final AgentLine agent;
    private final StackPane content = new StackPane();
    private final Map<ScreenKind, ScreenView> screens = new EnumMap<>(ScreenKind.class);
    private final VBox all;
    private final WatchRegistration watches;
    private final SandboxModel model;
    private ScreenKind current = ScreenKind.TERMINAL;
    private @Nullable ComparisonKey compared;
    private @Nullable ScreenView comparison;
    private final ReadinessPane readiness;
    private @Nullable ScreenView front;

    SandboxView(
            SandboxViewState sandbox,
            HostState host,
            SandboxWatch watch,
            TimelineWatch history,
            SandboxHead head,
            ScreenFactory maker,
            Navigation navigation) {
        this.model = new SandboxModel(sandbox, host);
        this.watch = watch;
        this.history = history;
        this.moment = maker.momentBar(history);
        this.head = head;
        this.maker = maker;
        this.tabs = new ScreenTabs(navigation::screen);
        this.agent = maker.agentLine(sandbox.id());
        this.readiness = maker.readiness(() -> {
            model.review();
            navigation.screen(ScreenKind.CHANGES);
            place();
        });
        content.setMinSize(0, 0);
        tabs.setMinWidth(0);
        all = UiParts.column(0, head, tabs, agent, moment, UiParts.growing(content));
        all.setMinWidth(0);
        all.addEventHandler(KeyEvent.KEY_PRESSED, moment::key);
        watches = WatchRegistration.all(List.of(
                watch.work().watch(work -> {
                    tabs.count(ScreenKind.CHANGES, work.files());
                    head.show(model, work);
                    agent.looked().show(work.diff());
                }),
                watch.flows().watch(flows -> tabs.count(ScreenKind.NETWORK, flows.total())),
                watch.policy().watch(head::policy),
                watch.routes().watch(head::routes)));
    }

    String id() {
        return model.sandbox().id();
    }

    /// The watch of the sandbox.
    SandboxWatch watch() {
        return watch;
    }

    /// The known work in the sandbox.
    WorkState work() {
        return watch.work().now();
    }

    /// Shows a screen.
    void enter(ScreenKind kind) {
        model.enter(kind);
        put(kind, screens.computeIfAbsent(kind, k -> maker.make(k, model.sandbox(), watch, history)));
        forget();
    }

    /// Shows the comparison of two states of the workspace in place of the changes.
    void compare(ComparisonKey between) {
        if (!between.equals(compared)) {
            forget();
            compared = between;
            comparison = maker.compare(between);
        }
        ScreenView screen = comparison;
        if (screen != null) {
            put(ScreenKind.CHANGES, screen);
        }
    }

    @Override
    public void shown() {
        ScreenView screen = front;
        if (screen != null && content.getChildren().contains(screen.node())) {
            screen.shown();
        }
    }

    @Override
    public void seek(String words) {
        ScreenView screen = screens.get(current);
        if (screen != null) {
            screen.seek(words);
        }
    }

    /// Shows the numbers of waiting approvals and terminals on the tabs.
    void waiting(WaitingCounts counts) {
        tabs.held(ScreenKind.TERMINAL, counts.terminals(id()));
        tabs.held(ScreenKind.NETWORK, counts.approvals(id()));
    }

    private void forget() {
        ScreenView old = comparison;
        comparison = null;
        compared = null;
        if (old != null) {
            old.close();
        }
    }

    private void put(ScreenKind kind, ScreenView screen) {
        current = kind;
        tabs.mark(kind);
        if (screen.node() instanceof Region part) {
            part.setMinWidth(0);
        }
        front = screen;
        content.getChildren().clear();
        place();
    }

    /// Shows the current screen, or the readiness pane while the sandbox starts and after it failed.
    private void place() {
        ScreenView screen = front;
        if (screen == null) {
            return;
        }
        if (model.covers(current, screen.standsAlone())) {
            moment.screen(null);
            readiness.show(model.sandbox(), watch.work().now().files());
            content.getChildren().setAll(readiness);
        } else if (!content.getChildren().equals(List.of(screen.node()))) {
            moment.screen(comparison == null ? current : null);
            content.getChildren().setAll(screen.node());
            screen.shown();
        }
    }

    /// Shows a newer state of the sandbox.
    void show(SandboxViewState next, HostState all) {
        boolean other = model.show(next, all);
        head.show(model, watch.work().now());
        agent.looked().front(current == ScreenKind.CHANGES, all.at());
        agent.show(next.reported().status().agent());
        place();
        if (other) {
            watch.hurry();
        }
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void refresh() {
        watch.hurry();
        ScreenView screen = comparison == null ? screens.get(current) : comparison;
        if (screen != null) {
            screen.refresh();
        }
    }

    @Override
    public void close() {
        watches.close();
        head.close();
        moment.close();
        forget();
        screens.forEach((kind, screen) -> {
            if (!ScreenFactory.stays(kind)) {
                screen.close();
            }
        });
        watch.close();
    }
}
