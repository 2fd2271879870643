package dev.belljar.app.network;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.CaptureActions;
import dev.belljar.app.action.PacketRecording;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.sandbox.FlowState;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.FlowRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// All connections of a sandbox: the network mode, bytes per process and name, bytes over time, and a table
/// of all flows with pending approvals on top.
public final class NetworkView implements ScreenView {
    private static final Texts TEXTS = Texts.of(NetworkView.class);
    private static final List<NetworkModel.VerdictFilter> SIGHTS = List.of(
            NetworkModel.VerdictFilter.ALL,
            NetworkModel.VerdictFilter.WAITING,
            NetworkModel.VerdictFilter.ALLOWED,
            NetworkModel.VerdictFilter.BLOCKED);

    private static final double LOW = 480;
    private static final double NARROW = 1100;

    private final SandboxViewState sandbox;
    private final UiContext context;
    private final SandboxWatch watch;
    private final WatchedValue<Optional<SelectedTime>> moment;
    private final WatchedValue<ApprovalList> approvals;
    private final Actions actions;
    private final NetworkModel model = new NetworkModel();
    private final SegmentedControl which = new SegmentedControl(this::which);
    private final SearchField search;
    private final NetworkModeLine networkMode = new NetworkModeLine();
    private final FlowRibbons ribbons = new FlowRibbons();
    private final ByteStrip strip;
    private final DenseTable<FlowLine> table;
    private final Label down = UiParts.text("", "sm", "semi");
    private final Label downUnit = UiParts.text("", "sm", "muted");
    private final Button brushed = UiParts.button(Feather.X, "", "small");
    private final Button record = UiParts.button(Feather.DISC, TEXTS.get("network.record"), "flat");
    private final Tooltip recordTip = UiParts.tip(record);
    private final Label up = UiParts.text("", "sm", "semi");
    private final Label upUnit = UiParts.text("", "sm", "muted");
    private final HBox totals = UiParts.row(
            4,
            down,
            downUnit,
            UiParts.text(TEXTS.get("network.total.down"), "sm", "muted"),
            UiParts.text("·", "sm", "muted"),
            up,
            upUnit,
            UiParts.text(TEXTS.get("network.total.up"), "sm", "muted"));
    private final VBox full;
    private final Node empty;
    private final StackPane body = new StackPane();
    private final VBox all;
    private final WatchRegistration watches;

    /// `moment` is the moment to show instead of the present.
    public NetworkView(
            SandboxViewState sandbox,
            SandboxWatch watch,
            WatchedValue<Optional<SelectedTime>> moment,
            WatchedValue<ApprovalList> approvals,
            UiContext context,
            Actions actions) {
        this.sandbox = sandbox;
        this.context = context;
        this.watch = watch;
        this.moment = moment;
        this.approvals = approvals;
        this.actions = actions;
        strip = new ByteStrip(context, this::range);
        table = new DenseTable<>(FlowColumns.of(context, actions, this::toggle), FlowLine::key, line -> false);
        table.held(line -> line.held() != null, (waiting, fresh) -> TEXTS.get("network.new.waiting", waiting, fresh));
        table.placeholder(UiParts.text(TEXTS.get("network.none"), "muted"));
        table.menu(line -> menu(line));
        table.list().addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        search = new SearchField(TEXTS.get("network.filter"), 240, "", words -> {
            model.filter(words);
            table.replace(model.lines());
            draw();
        });
        table.typing(search);
        full = UiParts.column(0, ribbons, strip, UiParts.growing(table));
        full.setMinHeight(0);
        body.setMinHeight(0);
        body.heightProperty().addListener((at, was, now) -> draw());
        all = UiParts.column(0, tools(), networkMode, UiParts.growing(body));
        empty = empty(actions);
        watches = WatchRegistration.all(List.of(
                watch.flows().watch(flows -> show()),
                moment.watch(now -> show()),
                watch.policy().watch(networkMode::show),
                approvals.watch(q -> show()),
                context.seconds().watch(this::second)::run));
    }

    /// What the screen shows while there was no flow: a way to the terminal, where one can be made.
    private static Node empty(Actions actions) {
        Button open =
                UiParts.withKey(UiParts.button(Feather.TERMINAL, TEXTS.get("network.empty.open"), "primary"), "Ctrl 1");
        open.setOnAction(e -> actions.navigation().screen(ScreenKind.TERMINAL));
        return EmptyState.screen(
                Feather.SHIELD, TEXTS.get("network.empty.title"), TEXTS.get("network.empty.text"), open);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show();
        second();
        table.enter();
    }

    @Override
    public void seek(String words) {
        search.type(words);
    }

    @Override
    public void close() {
        watches.close();
    }

    /// Opens the policy, with a new rule for this destination unless it is empty.
    private void policy(String destination) {
        actions.navigation().open(new DialogKind.ShowPolicy(sandbox, destination));
    }

    private HBox tools() {
        which.with(null, TEXTS.get("network.sight.every"))
                .with(new StateShape(StateShape.ShapeKind.HELD, 8), TEXTS.get("network.sight.waiting.none"))
                .with(Icon.of(Feather.CHECK, 12, "accent"), TEXTS.get("network.sight.allowed"))
                .with(Icon.of(Feather.X, 12, "danger"), TEXTS.get("network.sight.blocked.none"));
        brushed.getStyleClass().add("brush-chip");
        brushed.setContentDisplay(ContentDisplay.RIGHT);
        brushed.setVisible(false);
        brushed.setManaged(false);
        brushed.setOnAction(e -> {
            strip.clear();
            range(TimeRange.ALL);
        });
        UiParts.tip(brushed, TEXTS.get("network.brush.clear"), "Esc");
        record.getStyleClass().add("record-button");
        record.setOnAction(e -> {
            if (actions.captures().of(sandbox.id()).isPresent()) {
                actions.captures().of(sandbox.id()).ifPresent(PacketRecording::stop);
            } else {
                actions.captures().start(sandbox.id(), sandbox.name(), over -> RecordingNotice.tell(over, context));
            }
            second();
        });
        Button policy = UiParts.button(Feather.SHIELD, TEXTS.get("network.policy"), "flat");
        policy.getStyleClass().add("policy-button");
        policy.setOnAction(e -> policy(""));
        UiParts.tip(policy, TEXTS.get("network.policy.tip"), "");
        HBox tools = new HBox(search, which, brushed, UiParts.grow(), totals, policy, record);
        tools.widthProperty().addListener((at, was, now) -> fit(now.doubleValue()));
        tools.getStyleClass().add("tools");
        return tools;
    }

    /// In a narrow window the totals are hidden first, then the texts of the filter buttons beside a selected
    /// time range.
    private void fit(double width) {
        totals.setVisible(width >= NARROW);
        totals.setManaged(width >= NARROW);
        which.brief(width < NARROW && brushed.isVisible());
    }

    private void range(TimeRange range) {
        model.range(range);
        brushed.setVisible(!range.all());
        brushed.setManaged(!range.all());
        if (!range.all()) {
            brushed.setText(range.words(context::time));
        }
        fit(all.getWidth());
        draw();
    }

    private void toggle(FlowLine line) {
        model.toggle(line);
        table.replace(model.lines());
    }

    /// Updates, once a second, the time left of pending approvals and the size of the recording.
    private void second() {
        if (all.getScene() == null) {
            return;
        }
        if (model.held() > 0) {
            show();
        }
        Optional<PacketRecording> recording = actions.captures().of(sandbox.id());
        record.setText(recording
                .map(now -> TEXTS.get("network.record.stop", FigureFormat.bytes(now.bytes())))
                .orElse(TEXTS.get("network.record")));
        String limit = FigureFormat.bytes(CaptureActions.LIMIT).toString();
        recordTip.setText(recording
                .map(now -> TEXTS.get(
                        "network.record.stop.tip", FigureFormat.home(now.file().toString()), limit))
                .orElse(TEXTS.get("network.record.tip", limit)));
        record.pseudoClassStateChanged(PseudoClasses.CHOSEN, recording.isPresent());
    }

    private List<MenuItem> menu(FlowLine line) {
        FlowRow flow = line.flow();
        String name = FigureFormat.printable(FlowEndpoints.name(flow));
        List<MenuItem> items = new ArrayList<>();
        FlowLine.HeldApproval held = line.held();
        if (held != null) {
            items.add(ContextMenus.item(
                    TEXTS.get("network.menu.answer"),
                    Feather.BELL,
                    () -> actions.navigation()
                            .open(new DialogKind.ShowInbox(held.approval().id()))));
        }
        if (line.group()) {
            boolean listed = line.grouping() == FlowLine.FlowGrouping.OPEN;
            items.add(ContextMenus.item(
                    listed ? TEXTS.get("network.menu.fold") : TEXTS.get("network.menu.unfold", line.count()),
                    listed ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN,
                    () -> toggle(line)));
        }
        items.add(ContextMenus.item(
                TEXTS.get("network.menu.allow"), Feather.SHIELD, () -> policy(FlowEndpoints.destination(flow))));
        Integer pid = flow.pid();
        MenuItem process = ContextMenus.item(
                TEXTS.get("network.menu.process"),
                Feather.CPU,
                () -> actions.navigation().seek(ScreenKind.PROCESSES, Integer.toString(pid == null ? 0 : pid)));
        process.setDisable(pid == null);
        items.add(process);
        items.add(new SeparatorMenuItem());
        items.add(ContextMenus.item(TEXTS.get("network.menu.only.name"), Feather.FILTER, () -> search.type(name)));
        items.add(ContextMenus.item(
                TEXTS.get("network.menu.only.process"),
                Feather.FILTER,
                () -> search.type(FlowEndpoints.program(flow))));
        items.add(new SeparatorMenuItem());
        items.add(ContextMenus.copy(TEXTS.get("network.menu.name"), name));
        items.add(ContextMenus.copy(TEXTS.get("network.menu.address"), flow.dst()));
        return items;
    }

    /// Answering takes a second step here, because letters typed over the table filter it.
    private void key(KeyEvent e) {
        FlowLine line = table.list().getSelectionModel().getSelectedItem();
        FlowLine.HeldApproval held = line == null ? null : line.held();
        if (e.getCode() == KeyCode.ENTER && held != null) {
            actions.navigation().open(new DialogKind.ShowInbox(held.approval().id()));
            e.consume();
        } else if (line != null && line.group() && folds(e.getCode(), line.grouping())) {
            toggle(line);
            e.consume();
        }
    }

    private static boolean folds(KeyCode key, FlowLine.FlowGrouping grouping) {
        return key == KeyCode.ENTER || key == (grouping == FlowLine.FlowGrouping.OPEN ? KeyCode.LEFT : KeyCode.RIGHT);
    }

    private void which(int index) {
        model.sight(SIGHTS.get(index));
        draw();
    }

    private void show() {
        if (all.getScene() == null) {
            return;
        }
        FlowState state = model.show(watch.flows().now(), moment.now());
        model.waiting(approvals.now().of(sandbox.id()), context.now());
        boolean nothing = state.total() == 0 && state.flows().isEmpty() && model.held() == 0;
        Node next = nothing ? empty : full;
        if (!body.getChildren().contains(next)) {
            body.getChildren().setAll(next);
            // A part that is not in the window cannot take the focus.
            context.focus(next.equals(full) ? table.list() : next);
        }
        which.rename(0, TEXTS.get("network.sight.all", state.total()));
        which.rename(1, TEXTS.get("network.sight.waiting", model.held()));
        which.rename(3, TEXTS.get("network.sight.blocked", state.refused()));
        model.commands(new CommandLines(watch.processes().now().lines()));
        put(down, downUnit, state.down());
        put(up, upUnit, state.up());
        draw();
    }

    private void draw() {
        table.show(model.lines());
        boolean low = body.getHeight() > 0 && body.getHeight() < LOW;
        ribbons.screen(low);
        ribbons.show(model.pairs());
        strip.show(model.state().buckets());
    }

    private static void put(Label figure, Label unit, long bytes) {
        FigureFormat.FormattedAmount amount = FigureFormat.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
