package dev.belljar.app.timeline;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.sandbox.TimelineState;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SplitDetails;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What happened in a sandbox on one time axis, with the details of the moment that the user selects; the other screens
/// show that moment too.
public final class TimelineView implements ScreenView {
    private static final Texts TEXTS = Texts.of(TimelineView.class);
    private static final double ZOOM = 0.5;

    private final String sandbox;
    private final TimelineWatch history;
    private final WatchedValue<HostState> host;
    private final WatchedValue<ApprovalList> approvals;
    private final UiContext context;
    private final Actions actions;
    private final TimelineModel model;
    private final TimelineDrawing drawing;
    private final TimelineTools tools;
    private final TimelineDetails details;
    private final TargetScreens screens;
    private final SplitDetails beside;
    private final StackPane body = new StackPane();
    private final VBox all;
    private final WatchRegistration watches;
    private TimelineModel.TimelineContent drawn = TimelineModel.TimelineContent.LANES;

    public TimelineView(
            SandboxViewState sandbox,
            TimelineWatch history,
            WatchedValue<HostState> host,
            WatchedValue<ApprovalList> approvals,
            UiContext context,
            Actions actions) {
        this.sandbox = sandbox.id();
        this.history = history;
        this.host = host;
        this.approvals = approvals;
        this.context = context;
        this.actions = actions;
        model = new TimelineModel(context.now());
        drawing = new TimelineDrawing(model, context);
        tools = new TimelineTools(model, this::changed);
        details = new TimelineDetails(context, new DetailButtons());
        screens = new TargetScreens(actions.navigation(), model);
        body.getChildren().add(drawing);
        body.setMinSize(0, 0);
        beside = new SplitDetails(body, details);
        beside.idle(true);
        details.closing(beside.over(), beside::shut);
        drawing.onClicked(this::select);
        drawing.onOpened(screens::open);
        drawing.onMoved(this::changed);
        all = UiParts.column(0, tools, UiParts.growing(beside));
        all.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        watches = WatchRegistration.all(List.of(
                history.timeline().watch(this::show),
                history.moment().watch(this::moment),
                host.watch(state -> present()),
                approvals.watch(list -> present())));
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void shown() {
        present();
        show(history.timeline().now());
        moment(history.moment().now());
        drawing.requestFocus();
    }

    /// Selects a time, milliseconds since the epoch, in the middle of the visible period.
    @Override
    public void seek(String time) {
        long at = Long.parseLong(time);
        model.center(at);
        select(new TimelineTarget.TimeTarget(at));
    }

    @Override
    public void refresh() {
        model.refresh();
        changed();
    }

    @Override
    public void close() {
        watches.close();
    }

    private boolean hidden() {
        return all.getScene() == null;
    }

    /// Takes the newest state of the sandbox, once a second: the timeline is requested again if there was an event.
    private void present() {
        if (hidden()) {
            return;
        }
        Optional<SandboxViewState> now = host.now().sandboxes().stream()
                .filter(other -> other.id().equals(sandbox))
                .findFirst();
        long seq = now.map(known -> known.reported().status().lastSeq()).orElse(0L);
        model.present(context.now(), now.filter(SandboxViewState::running).isPresent(), seq);
        List<Approval> waiting = approvals.now().of(sandbox);
        Set<Integer> processes = waiting.stream()
                .map(Approval::asker)
                .filter(Objects::nonNull)
                .map(RequestingProcess::pid)
                .collect(Collectors.toSet());
        model.waiting(processes, waiting.stream().map(Approval::id).collect(Collectors.toSet()));
        history.moment().now().ifPresent(moment -> details.show(moment, model.chosen()));
        changed();
    }

    private void show(TimelineState state) {
        if (hidden()) {
            return;
        }
        model.show(state);
        if (model.content() != drawn) {
            drawn = model.content();
            tools.setDisable(drawn == TimelineModel.TimelineContent.NOTHING);
            body.getChildren().setAll(drawing);
            message().ifPresent(body.getChildren()::add);
        }
        changed();
    }

    /// What covers the drawing while there is nothing to draw.
    private Optional<Node> message() {
        return switch (drawn) {
            case LOADING ->
                Optional.of(EmptyState.screen(
                        Feather.CLOCK, TEXTS.get("timeline.loading.title"), TEXTS.get("timeline.loading.text")));
            case NOTHING ->
                Optional.of(EmptyState.screen(
                        Feather.CLOCK, TEXTS.get("timeline.empty.title"), TEXTS.get("timeline.empty.text")));
            case FAILED -> model.problem().map(problem -> ProblemPane.screen(TEXTS.get("timeline.failed"), problem));
            case LANES -> Optional.empty();
        };
    }

    private void moment(Optional<SelectedTime> moment) {
        model.selected(moment.map(one -> OptionalLong.of(one.at())).orElse(OptionalLong.empty()));
        if (hidden()) {
            return;
        }
        beside.idle(moment.isEmpty());
        moment.ifPresentOrElse(one -> details.show(one, model.chosen()), details::clear);
        drawing.redraw();
    }

    /// Draws, and requests what the visible period needs.
    private void changed() {
        tools.show();
        drawing.redraw();
        if (!hidden() && drawing.getWidth() > 0) {
            model.request(drawing.room()).ifPresent(history::request);
        }
    }

    private void select(TimelineTarget target) {
        history.select(model.select(target));
        beside.idle(false);
        beside.open();
        changed();
    }

    private void clear() {
        history.clear();
        beside.shut();
    }

    private void branch() {
        history.moment()
                .now()
                .flatMap(moment -> new SelectedTimeModel(moment).snapshot())
                .ifPresent(snapshot -> actions.navigation().open(new DialogKind.BranchSnapshot(snapshot)));
    }

    private void step(boolean later) {
        List<TimelineMark> beside = history.moment()
                .now()
                .flatMap(moment -> new SelectedTimeModel(moment).moment())
                .map(PastState::marks)
                .orElse(List.of());
        model.next(later, beside).ifPresent(this::select);
    }

    private void key(KeyEvent e) {
        if (e.isAltDown() || e.isMetaDown()) {
            return;
        }
        boolean done = !e.isControlDown() && letter(e.getCode());
        if (!done && !(e.getTarget() instanceof ButtonBase)) {
            done = e.isControlDown() ? stepped(e.getCode()) : moved(e);
        }
        if (done) {
            changed();
            e.consume();
        }
    }

    private boolean letter(KeyCode code) {
        switch (code) {
            case N -> model.follow(model.running() && !model.following());
            case B -> branch();
            case ESCAPE -> {
                if (model.cursor().isEmpty()) {
                    return false;
                }
                clear();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean stepped(KeyCode code) {
        if (code != KeyCode.LEFT && code != KeyCode.RIGHT) {
            return false;
        }
        step(code == KeyCode.RIGHT);
        return true;
    }

    /// The keys that move the visible period; with Shift, the arrows move the selected moment.
    private boolean moved(KeyEvent e) {
        if (e.getTarget() != drawing) {
            return false;
        }
        long span = model.window().span();
        long around = model.cursor().orElse(model.window().at(0.5));
        switch (e.getCode()) {
            case LEFT, RIGHT -> arrow(e.getCode() == KeyCode.LEFT ? -1 : 1, e.isShiftDown(), span);
            case PAGE_UP -> model.pan(-span);
            case PAGE_DOWN -> model.pan(span);
            case PLUS, ADD, EQUALS, UP -> model.zoom(ZOOM, around);
            case MINUS, SUBTRACT, DOWN -> model.zoom(1 / ZOOM, around);
            case HOME -> model.home();
            case END -> model.follow(true);
            case ENTER -> model.chosen().ifPresent(screens::open);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void arrow(int way, boolean moment, long span) {
        if (moment) {
            long step = Math.max(1, span / 100);
            select(new TimelineTarget.TimeTarget(
                    model.cursor().orElse(model.window().at(0.5)) + way * step));
        } else {
            model.pan(way * span / 10);
        }
    }

    /// What the details' buttons and rows do.
    private final class DetailButtons implements TimelineDetails.TimelineDetailActions {
        @Override
        public void open(TimelineTarget target) {
            screens.open(target);
        }

        @Override
        public void processes() {
            screens.processes();
        }

        @Override
        public void branch() {
            TimelineView.this.branch();
        }

        @Override
        public void step(boolean later) {
            TimelineView.this.step(later);
        }

        @Override
        public void clear() {
            TimelineView.this.clear();
        }
    }
}
