package dev.belljar.app.network;

import dev.belljar.app.state.ApprovalList;
import dev.belljar.app.state.FlowState;
import dev.belljar.app.state.Observable;
import dev.belljar.app.state.SandboxWatch;
import dev.belljar.app.state.Subscription;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DenseTable;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.FlowRow;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Every connection a machine tried: what is in force, who talks to whom, bytes over time, and all of them as a
/// table, with what waits for the person on top.
public final class NetworkView implements ScreenView {
    private static final List<FlowModel.Sight> SIGHTS =
            List.of(FlowModel.Sight.ALL, FlowModel.Sight.HELD, FlowModel.Sight.ALLOWED, FlowModel.Sight.STOPPED);

    private static final double LOW = 480;

    private final String sandbox;
    private final UiContext desk;
    private final SandboxWatch watch;
    private final Observable<ApprovalList> questions;
    private final NetworkViewActions deeds;
    private final FlowModel model = new FlowModel();
    private final SegmentedControl which = new SegmentedControl(this::which);
    private final SearchField search;
    private final PresetLine preset = new PresetLine();
    private final FlowRibbons ribbons = new FlowRibbons();
    private final ByteStrip strip;
    private final DenseTable<FlowLine> table;
    private final Label down = UiParts.text("", "sm", "semi");
    private final Label downUnit = UiParts.text("", "sm", "muted");
    private final Label up = UiParts.text("", "sm", "semi");
    private final Label upUnit = UiParts.text("", "sm", "muted");
    private final VBox full;
    private final Node empty;
    private final StackPane body = new StackPane();
    private final VBox all;
    private final Subscription pins;

    /// `sandbox` is its id.
    public NetworkView(
            String sandbox,
            SandboxWatch watch,
            Observable<ApprovalList> questions,
            UiContext desk,
            NetworkViewActions deeds) {
        this.sandbox = sandbox;
        this.desk = desk;
        this.watch = watch;
        this.questions = questions;
        this.deeds = deeds;
        strip = new ByteStrip(desk);
        table = new DenseTable<>(FlowColumns.of(desk, deeds), FlowLine::first, line -> false);
        table.held(line -> line.held() != null);
        table.placeholder(UiParts.text("No connection matches.", "muted"));
        table.menu(line -> menu(line));
        table.list().addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        search = new SearchField("process, name, address, verdict…", 280, "", words -> {
            model.filter(words);
            draw();
        });
        table.typing(search);
        full = UiParts.column(0, ribbons, strip, UiParts.growing(table));
        full.setMinHeight(0);
        body.setMinHeight(0);
        body.heightProperty().addListener((at, was, now) -> draw());
        all = UiParts.column(0, tools(), preset, UiParts.growing(body));
        Button open = UiParts.withKey(UiParts.button(Feather.TERMINAL, "Open a terminal", "primary"), "Ctrl 1");
        open.setOnAction(e -> deeds.terminal());
        empty = EmptyState.screen(
                Feather.SHIELD,
                "Nothing has left this sandbox",
                "Each connection will appear here with the process that opened it, the name it asked for, its bytes,"
                        + " and the rule that decided about it.",
                open);
        pins = Subscription.all(List.of(
                watch.flows().watch(flows -> show()),
                watch.policy().watch(preset::show),
                questions.watch(q -> show())));
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show();
        table.enter();
    }

    @Override
    public void seek(String words) {
        search.type(words);
    }

    @Override
    public void close() {
        pins.close();
    }

    private HBox tools() {
        which.with(null, "All")
                .with(new StateShape(StateShape.Kind.HELD, 8), "Held")
                .with(Icon.of(Feather.CHECK, 12, "accent"), "Allowed")
                .with(Icon.of(Feather.X, 12, "danger"), "Stopped");
        HBox totals = UiParts.row(
                4,
                down,
                downUnit,
                UiParts.text("down  ·", "sm", "muted"),
                up,
                upUnit,
                UiParts.text("up", "sm", "muted"));
        Button policy = UiParts.button(Feather.SHIELD, "Policy", "flat");
        policy.getStyleClass().add("policy-button");
        policy.setOnAction(e -> deeds.policy());
        UiParts.tip(policy, "What may leave this sandbox: rules, presets, proposals, secrets", "");
        HBox tools = new HBox(search, which, UiParts.grow(), totals, policy);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private List<MenuItem> menu(FlowLine line) {
        FlowRow flow = line.flow();
        String name = FigureFormat.printable(FlowModel.name(flow));
        List<MenuItem> items = new ArrayList<>();
        FlowLine.Held held = line.held();
        if (held != null) {
            items.add(ContextMenus.item(
                    "Answer…", Feather.BELL, () -> deeds.inbox(held.question().id())));
        }
        items.add(ContextMenus.item("Allow this name…", Feather.SHIELD, () -> deeds.allow(FlowModel.target(flow))));
        Integer pid = flow.pid();
        MenuItem process =
                ContextMenus.item("Show the process", Feather.CPU, () -> deeds.process(pid == null ? 0 : pid));
        process.setDisable(pid == null);
        items.add(process);
        items.add(new SeparatorMenuItem());
        items.add(ContextMenus.item("Only this name", Feather.FILTER, () -> search.type(name)));
        items.add(ContextMenus.item("Only this process", Feather.FILTER, () -> search.type(FlowModel.process(flow))));
        items.add(new SeparatorMenuItem());
        items.add(ContextMenus.copy("Copy name", name));
        items.add(ContextMenus.copy("Copy address", flow.dst()));
        return items;
    }

    /// To answer takes a second step here: letters typed over the table filter it.
    private void key(KeyEvent e) {
        FlowLine line = table.list().getSelectionModel().getSelectedItem();
        FlowLine.Held held = line == null ? null : line.held();
        if (e.getCode() == KeyCode.ENTER && held != null) {
            deeds.inbox(held.question().id());
            e.consume();
        }
    }

    private void which(int index) {
        model.sight(SIGHTS.get(index));
        draw();
    }

    private void show() {
        if (all.getScene() == null) {
            return;
        }
        FlowState picture = watch.flows().now();
        model.show(picture);
        model.waiting(questions.now().of(sandbox), desk.now());
        boolean nothing = picture.total() == 0 && picture.flows().isEmpty() && model.held() == 0;
        Node wanted = nothing ? empty : full;
        if (!body.getChildren().contains(wanted)) {
            body.getChildren().setAll(wanted);
        }
        which.rename(0, "All " + picture.total());
        which.rename(1, "Held " + model.held());
        which.rename(3, "Stopped " + picture.refused());
        put(down, downUnit, picture.down());
        put(up, upUnit, picture.up());
        draw();
    }

    private void draw() {
        table.show(model.lines());
        boolean low = body.getHeight() > 0 && body.getHeight() < LOW;
        ribbons.room(low);
        ribbons.show(model.pairs(low ? 3 : FlowRibbons.MOST));
        strip.show(model.picture().buckets());
    }

    private static void put(Label figure, Label unit, long bytes) {
        FigureFormat.Amount amount = FigureFormat.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
