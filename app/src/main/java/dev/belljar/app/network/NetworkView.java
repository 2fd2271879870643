package dev.belljar.app.network;

import dev.belljar.app.live.FlowPicture;
import dev.belljar.app.live.Pin;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.look.Column;
import dev.belljar.app.look.DenseTable;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Menus;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.app.look.SearchField;
import dev.belljar.app.look.Segments;
import dev.belljar.contract.view.Flow;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Every connection a machine tried: a picture of who talks to whom, bytes over time, and all of them as a table.
public final class NetworkView implements Room {
    private final Desk desk;
    private final SandboxWatch watch;
    private final FlowModel model = new FlowModel();
    private final Segments which = new Segments(this::which);
    private final Ribbons ribbons = new Ribbons();
    private final ByteStrip strip;
    private final DenseTable<FlowLine> table;
    private final Label down = Parts.text("", "sm", "semi");
    private final Label downUnit = Parts.text("", "sm", "muted");
    private final Label up = Parts.text("", "sm", "semi");
    private final Label upUnit = Parts.text("", "sm", "muted");
    private final VBox full;
    private final Node empty;
    private final StackPane all = new StackPane();
    private final Pin pin;

    public NetworkView(SandboxWatch watch, Desk desk, Runnable terminal) {
        this.desk = desk;
        this.watch = watch;
        strip = new ByteStrip(desk);
        table = new DenseTable<>(columns(), FlowLine::first, line -> false);
        table.placeholder(Parts.text("No connection matches.", "muted"));
        full = Parts.column(0, tools(), ribbons, strip, Parts.growing(table));
        Button open = Parts.withKey(Parts.button(Feather.TERMINAL, "Open a terminal", "primary"), "Ctrl 1");
        open.setOnAction(e -> terminal.run());
        empty = Empty.screen(
                Feather.LOCK,
                "Nothing has left this sandbox",
                "Each connection will appear here with the process that opened it, the name it asked for, and its"
                        + " bytes. The network is closed: whatever is tried is refused at once, and shown.",
                open);
        pin = watch.flows().watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(watch.flows().now());
        table.enter();
    }

    @Override
    public void close() {
        pin.close();
    }

    private List<Column<FlowLine>> columns() {
        return List.of(
                Column.<FlowLine>words("Time", 94, l -> desk.time(l.flow().started()), "sm", "muted")
                        .sorted(Comparator.comparingLong(l -> l.flow().started())),
                Column.<FlowLine>words(
                        "Process", 132, l -> Figures.printable(FlowModel.process(l.flow())), "mono", "m12"),
                new Column<FlowLine>("Name", 0, false, NameCell::new, null),
                Column.<FlowLine>words("Address", 188, l -> l.flow().dst(), "mono", "m12", "muted")
                        .from(1000),
                Column.<FlowLine>words("Protocol", 96, l -> l.flow().proto().toUpperCase(Locale.ROOT), "sm", "muted")
                        .from(800),
                Column.<FlowLine>amount("Up", 88, l -> Figures.bytes(l.up()))
                        .sorted(Comparator.comparingLong(FlowLine::up)),
                Column.<FlowLine>amount("Down", 92, l -> Figures.bytes(l.down()))
                        .sorted(Comparator.comparingLong(FlowLine::down)),
                new Column<FlowLine>("Verdict", 100, false, VerdictCell::new, null),
                Column.<FlowLine>words("Rule", 0, NetworkView::rule, "sm", "muted")
                        .from(1100));
    }

    private static String rule(FlowLine line) {
        String rule = line.flow().rule();
        return rule == null ? "" : Figures.printable(rule);
    }

    private HBox tools() {
        SearchField search = new SearchField("process, name, address, port…", 280, "", words -> {
            model.filter(words);
            draw();
        });
        table.typing(search);
        table.menu(line -> menu(line.flow(), search));
        which.with(null, "All").with(Icon.of(Feather.X, 12, "danger"), "Refused");
        HBox totals = Parts.row(
                4, down, downUnit, Parts.text("down  ·", "sm", "muted"), up, upUnit, Parts.text("up", "sm", "muted"));
        HBox tools = new HBox(search, which, Parts.grow(), totals);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private static List<MenuItem> menu(Flow flow, SearchField search) {
        String name = Figures.printable(FlowModel.name(flow));
        return List.of(
                Menus.item("Only this name", Feather.FILTER, () -> search.type(name)),
                Menus.item("Only this process", Feather.FILTER, () -> search.type(FlowModel.process(flow))),
                new SeparatorMenuItem(),
                Menus.copy("Copy name", name),
                Menus.copy("Copy address", flow.dst()));
    }

    private void which(int index) {
        model.refusedOnly(index == 1);
        draw();
    }

    private void show(FlowPicture picture) {
        if (all.getScene() == null) {
            return;
        }
        model.show(picture);
        Node wanted = picture.total() == 0 && picture.flows().isEmpty() ? empty : full;
        if (!all.getChildren().contains(wanted)) {
            all.getChildren().setAll(wanted);
        }
        which.rename(0, "All " + picture.total());
        which.rename(1, "Refused " + picture.refused());
        put(down, downUnit, picture.down());
        put(up, upUnit, picture.up());
        draw();
    }

    private void draw() {
        table.show(model.lines());
        ribbons.show(model.pairs(Ribbons.MOST));
        strip.show(model.picture().buckets());
    }

    private static void put(Label figure, Label unit, long bytes) {
        Figures.Amount amount = Figures.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
