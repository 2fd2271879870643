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
    private final DenseTable<Flow> table;
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
        table = new DenseTable<>(columns(), Flow::flow, flow -> false);
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

    private List<Column<Flow>> columns() {
        return List.of(
                Column.<Flow>words("Time", 94, f -> desk.time(f.started()), "sm", "muted")
                        .sorted(Comparator.comparingLong(Flow::started)),
                Column.<Flow>words("Process", 132, f -> Figures.printable(FlowModel.process(f)), "mono", "m12"),
                Column.<Flow>words("Name", 0, f -> f.name() == null ? "" : Figures.printable(f.name()), "mono", "m12"),
                Column.<Flow>words("Address", 188, Flow::dst, "mono", "m12", "muted")
                        .from(1000),
                Column.<Flow>words("Protocol", 76, f -> f.proto().toUpperCase(Locale.ROOT), "sm", "muted")
                        .from(800),
                Column.<Flow>amount("Up", 88, f -> Figures.bytes(f.up())).sorted(Comparator.comparingLong(Flow::up)),
                Column.<Flow>amount("Down", 92, f -> Figures.bytes(f.down()))
                        .sorted(Comparator.comparingLong(Flow::down)),
                new Column<Flow>("Verdict", 100, false, VerdictCell::new, null),
                Column.<Flow>words("Rule", 0, f -> f.rule() == null ? "" : Figures.printable(f.rule()), "sm", "muted")
                        .from(1100));
    }

    private HBox tools() {
        SearchField search = new SearchField("process, name, address, port…", 280, "", words -> {
            model.filter(words);
            draw();
        });
        table.typing(search);
        table.menu(flow -> menu(flow, search));
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
        table.show(model.flows());
        ribbons.show(model.pairs(Ribbons.MOST));
        strip.show(model.picture().buckets());
    }

    private static void put(Label figure, Label unit, long bytes) {
        Figures.Amount amount = Figures.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
