package dev.belljar.app.processes;

import dev.belljar.app.state.ProcessItem;
import dev.belljar.app.state.ProcessKey;
import dev.belljar.app.state.ProcessState;
import dev.belljar.app.state.SandboxWatch;
import dev.belljar.app.state.Subscription;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DenseTable;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.SplitDetails;
import dev.belljar.app.ui.TableColumnSpec;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.FlowRow;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The live tree of a machine's processes, with births and deaths above and one process in detail beside it.
public final class ProcessesView implements ScreenView {
    private final SandboxWatch watch;
    private final Consumer<String> connections;
    private final UiContext desk;
    private final ProcessesModel model = new ProcessesModel();
    private final RatesStrip strip;
    private final DenseTable<ProcessItem> table;
    private final ProcessDetails details;
    private final Label live = UiParts.text("", "sm", "semi");
    private final Label finished = UiParts.text("", "sm", "semi");
    private final Button clear = UiParts.button(Feather.TRASH_2, "Clear finished", "flat");
    private final ToggleButton own = new ToggleButton();
    private final SplitDetails beside;
    private final SearchField search;
    private final VBox all;
    private final Subscription pin;
    private @Nullable ProcessItem chosen;
    private @Nullable ProcessKey detailed;

    /// `connections` is told to show the flows their filter finds by these words.
    public ProcessesView(SandboxWatch watch, UiContext desk, Consumer<String> connections) {
        this.connections = connections;
        this.watch = watch;
        this.desk = desk;
        strip = new RatesStrip(desk);
        details = new ProcessDetails(desk);
        table = new DenseTable<>(columns(), ProcessItem::key, ProcessItem::gone);
        table.placeholder(EmptyState.screen(
                Feather.CPU,
                "No process yet",
                "Every program that runs in the machine will appear here, even one that" + " lives a millisecond."));
        table.onChosen(this::choose);
        table.list().addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        clear.setOnAction(e -> watch.clearFinished());
        beside = new SplitDetails(table, details);
        beside.idle(true);
        details.closing(beside.over(), beside::shut);
        table.onClicked(this::clicked);
        search = new SearchField("Filter by name, pid or argument", 232, "", words -> {
            model.filter(words);
            table.show(model.lines());
        });
        all = UiParts.column(0, strip, tools(), UiParts.growing(beside));
        pin = watch.processes().watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(watch.processes().now());
        table.enter();
    }

    @Override
    public void close() {
        pin.close();
    }

    @Override
    public void seek(String words) {
        watch.processes().now().lines().reversed().stream()
                .filter(l -> words.equals(Integer.toString(l.row().pid())))
                .findFirst()
                .ifPresentOrElse(
                        line -> {
                            search.type("");
                            table.choose(line.key());
                            table.list()
                                    .scrollTo(table.list().getSelectionModel().getSelectedIndex());
                            beside.open();
                        },
                        () -> search.type(words));
    }

    private List<TableColumnSpec<ProcessItem>> columns() {
        Comparator<ProcessItem> cpu =
                Comparator.comparingInt(l -> Objects.requireNonNullElse(l.row().cpuPermille(), -1));
        Comparator<ProcessItem> memory =
                Comparator.comparingLong(l -> Objects.requireNonNullElse(l.row().rss(), -1L));
        return List.of(
                new TableColumnSpec<>("Name", 240, false, () -> new ProcessNameCell(model, this::toggle), null),
                TableColumnSpec.<ProcessItem>right(
                        "PID", 60, l -> Integer.toString(l.row().pid()), "mono", "m12", "muted"),
                new TableColumnSpec<ProcessItem>("CPU", 108, false, CpuCell::new, null).sorted(cpu),
                TableColumnSpec.<ProcessItem>amount("Memory", 88, ProcessesView::memory)
                        .sorted(memory),
                TableColumnSpec.<ProcessItem>right("Age", 88, this::age, "sm")
                        .sorted(Comparator.comparingLong(this::span))
                        .from(780),
                TableColumnSpec.<ProcessItem>middle("Command", 0, ProcessesView::command, "mono", "m12", "muted"),
                new TableColumnSpec<>("Exit", 70, false, ExitCell::new, null));
    }

    private HBox tools() {
        table.typing(search);
        table.menu(this::menu);
        SegmentedControl shape = new SegmentedControl(index -> {
            model.tree(index == 0);
            table.show(model.lines());
        });
        shape.with(null, "Tree").with(null, "Flat");
        HBox counts = UiParts.row(
                4,
                live,
                UiParts.text("live", "sm", "muted"),
                UiParts.text("·", "sm", "muted"),
                finished,
                UiParts.text("finished", "sm", "muted"));
        own.getStyleClass().addAll("flat", "small");
        own.setOnAction(e -> {
            model.own(own.isSelected());
            table.show(model.lines());
        });
        UiParts.tip(own, "Short programs of Belljar's own that look at the work; shown or folded away", "");
        HBox tools = new HBox(search, shape, UiParts.grow(), counts, own, clear);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private List<MenuItem> menu(ProcessItem line) {
        String command = command(line);
        MenuItem details = ContextMenus.item("Details", Feather.INFO, beside::open);
        MenuItem fold = ContextMenus.item(
                model.folded(line) ? "Unfold" : "Fold what it started", Feather.GIT_BRANCH, () -> toggle(line));
        fold.setDisable(!line.parent());
        return List.of(
                details,
                fold,
                ContextMenus.item("Show its connections", Feather.SHARE_2, () -> connections.accept(spoken(line))),
                ContextMenus.item(
                        "Only " + FigureFormat.printable(line.row().comm()),
                        Feather.FILTER,
                        () -> search.type(line.row().comm())),
                new SeparatorMenuItem(),
                ContextMenus.copy("Copy command", command.isEmpty() ? line.row().comm() : command),
                ContextMenus.copy("Copy pid", Integer.toString(line.row().pid())));
    }

    /// The process as the network room writes it.
    private static String spoken(ProcessItem line) {
        return line.row().comm() + " " + line.row().pid();
    }

    private void show(ProcessState picture) {
        if (all.getScene() == null) {
            return;
        }
        model.show(picture);
        long owned = model.owned();
        own.setText(owned + " of Belljar's own");
        own.setVisible(owned > 0);
        own.setManaged(owned > 0);
        strip.show(picture.rates());
        live.setText(Integer.toString(picture.live()));
        finished.setText(Integer.toString(picture.finished()));
        clear.setDisable(picture.finished() == 0);
        table.show(model.lines());
        ProcessItem now = chosen;
        if (now != null) {
            picture.lines().stream()
                    .filter(l -> l.key().equals(now.key()) && !l.equals(now))
                    .findFirst()
                    .ifPresent(this::choose);
        }
    }

    private void choose(@Nullable ProcessItem line) {
        chosen = line;
        beside.idle(line == null);
        if (line == null) {
            details.nothing();
        } else {
            List<FlowRow> flows = watch.flows().now().flows().stream()
                    .filter(f -> Objects.equals(f.pid(), line.row().pid()))
                    .toList();
            details.show(line, model.picture().ancestry(line.key()), flows, watch.files(line.key()));
        }
    }

    /// A click on the row whose details lie over the table takes them away again.
    private void clicked(ProcessItem line) {
        if (!line.key().equals(detailed) || !beside.shut()) {
            beside.open();
        }
        detailed = line.key();
    }

    private void toggle(ProcessItem line) {
        model.fold(line, !model.folded(line));
        table.show(model.lines());
        table.list().refresh();
    }

    private void key(KeyEvent e) {
        ProcessItem line = table.list().getSelectionModel().getSelectedItem();
        if (line != null && e.getCode() == KeyCode.ENTER) {
            detailed = line.key();
            beside.open();
            e.consume();
        } else if (line != null && line.parent() && (e.getCode() == KeyCode.LEFT || e.getCode() == KeyCode.RIGHT)) {
            if (model.folded(line) != (e.getCode() == KeyCode.LEFT)) {
                toggle(line);
            }
            e.consume();
        }
    }

    private static FigureFormat.@Nullable Amount memory(ProcessItem line) {
        Long rss = line.row().rss();
        return rss == null ? null : FigureFormat.bytes(rss);
    }

    private long span(ProcessItem line) {
        Long ended = line.row().ended();
        return (ended == null ? desk.now() : ended) - line.row().started();
    }

    private String age(ProcessItem line) {
        return FigureFormat.span(span(line));
    }

    private static String command(ProcessItem line) {
        return line.row().argv().isEmpty()
                ? ""
                : FigureFormat.command(line.row().argv());
    }
}
