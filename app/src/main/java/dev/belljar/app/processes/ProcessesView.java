package dev.belljar.app.processes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.table.TableColumnSpec;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.SplitDetails;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.RouteTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

/// The tree of a guest's processes, with a chart of starts and exits above and the details of one process.
public final class ProcessesView implements ScreenView {
    private static final Texts TEXTS = Texts.of(ProcessesView.class);

    private final String sandbox;
    private final SandboxWatch watch;
    private final WatchedValue<ApprovalList> approvals;
    private final Actions actions;
    private final UiContext context;
    private final ProcessesModel model;
    private final RatesStrip strip;
    private final DenseTable<ProcessItem> table;
    private final ProcessDetails details;
    private final Label live = UiParts.text("", "sm", "semi");
    private final Label finished = UiParts.text("", "sm", "semi");
    private final Button clear = UiParts.button(Feather.TRASH_2, TEXTS.get("processes.clear"), "flat");
    private final ToggleButton own = new ToggleButton();
    private final SplitDetails beside;
    private final SearchField search;
    private final VBox all;
    private final WatchRegistration registration;
    private @Nullable ProcessItem chosen;
    private @Nullable ProcessKey detailed;
    private ProcessDetails.@Nullable ProcessFacts drawn;
    private ProcessActions.@Nullable ProcessResources inside;
    private String lastProblem = "";
    private final ProcessSignalSender signals;

    /// `sandbox` is the sandbox's id; `paused` are its processes that the user has paused, and outlives the screen.
    public ProcessesView(
            String sandbox,
            SandboxWatch watch,
            WatchedValue<ApprovalList> approvals,
            UiContext context,
            Actions actions,
            Set<ProcessKey> paused) {
        this.sandbox = sandbox;
        this.model = new ProcessesModel(paused);
        this.approvals = approvals;
        this.actions = actions;
        this.watch = watch;
        this.context = context;
        strip = new RatesStrip(context);
        details = new ProcessDetails(context);
        signals = new ProcessSignalSender(
                sandbox, actions, context, model, () -> show(watch.processes().now()));
        table = new DenseTable<>(columns(), ProcessItem::key, ProcessItem::gone);
        table.placeholder(
                EmptyState.screen(Feather.CPU, TEXTS.get("processes.empty.title"), TEXTS.get("processes.empty.text")));
        table.onChosen(this::choose);
        table.list().addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        clear.setOnAction(e -> watch.clearFinished());
        beside = new SplitDetails(table, details);
        beside.idle(true);
        details.closing(beside.over(), beside::shut);
        table.onClicked(this::clicked);
        search = new SearchField(TEXTS.get("processes.filter"), 232, "", words -> {
            model.filter(words);
            table.show(model.lines());
        });
        all = UiParts.column(0, strip, tools(), UiParts.growing(beside));
        registration = WatchRegistration.all(List.of(
                watch.processes().watch(this::show),
                watch.routes().watch(routes -> show(watch.processes().now())),
                approvals.watch(all -> show(watch.processes().now()))));
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
        registration.close();
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
                new TableColumnSpec<>(
                        TEXTS.get("processes.column.name"),
                        240,
                        false,
                        () -> new ProcessNameCell(model, this::toggle),
                        null),
                TableColumnSpec.<ProcessItem>right(
                        TEXTS.get("processes.column.pid"),
                        60,
                        l -> Integer.toString(l.row().pid()),
                        "mono",
                        "m12",
                        "muted"),
                new TableColumnSpec<ProcessItem>(TEXTS.get("processes.column.cpu"), 108, false, CpuCell::new, null)
                        .sorted(cpu),
                TableColumnSpec.<ProcessItem>amount(TEXTS.get("processes.column.memory"), 88, ProcessesView::memory)
                        .sorted(memory),
                TableColumnSpec.<ProcessItem>right(TEXTS.get("processes.column.age"), 88, this::age, "sm")
                        .sorted(Comparator.comparingLong(this::span))
                        .from(780),
                new TableColumnSpec<>(TEXTS.get("processes.column.exit"), 76, false, ExitCell::new, null),
                TableColumnSpec.<ProcessItem>middle(
                        TEXTS.get("processes.column.command"), 0, ProcessesView::command, "mono", "m12", "muted"));
    }

    private HBox tools() {
        table.typing(search);
        table.menu(this::menu);
        SegmentedControl shape = new SegmentedControl(index -> {
            model.tree(index == 0);
            table.show(model.lines());
        });
        shape.with(null, TEXTS.get("processes.tree")).with(null, TEXTS.get("processes.flat"));
        HBox counts = UiParts.row(
                4,
                live,
                UiParts.text(TEXTS.get("processes.live"), "sm", "muted"),
                UiParts.text("·", "sm", "muted"),
                finished,
                UiParts.text(TEXTS.get("processes.finished"), "sm", "muted"));
        own.getStyleClass().addAll("flat", "small");
        own.setOnAction(e -> {
            model.own(own.isSelected());
            table.show(model.lines());
        });
        UiParts.tip(own, TEXTS.get("processes.helpers.tip"), "");
        HBox tools = new HBox(search, shape, UiParts.grow(), counts, own, clear);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private List<MenuItem> menu(ProcessItem line) {
        String command = command(line);
        List<MenuItem> items = new ArrayList<>();
        items.add(ContextMenus.item(TEXTS.get("processes.menu.details"), Feather.INFO, beside::open));
        model.approval(line)
                .ifPresent(approval -> items.add(ContextMenus.item(
                        TEXTS.get("processes.menu.decide"),
                        Feather.BELL,
                        () -> actions.navigation().open(new DialogKind.ShowInbox(approval.id())))));
        MenuItem fold = ContextMenus.item(
                TEXTS.get(model.folded(line) ? "processes.menu.expand" : "processes.menu.collapse"),
                Feather.GIT_BRANCH,
                () -> toggle(line));
        fold.setDisable(!line.parent());
        items.add(fold);
        items.add(ContextMenus.item(
                TEXTS.get("processes.menu.connections"),
                Feather.SHARE_2,
                () -> actions.navigation().seek(ScreenKind.NETWORK, ProcessSignalSender.name(line))));
        items.add(ContextMenus.item(
                TEXTS.get(
                        "processes.menu.only", FigureFormat.printable(line.row().comm())),
                Feather.FILTER,
                () -> search.type(line.row().comm())));
        items.add(new SeparatorMenuItem());
        if (ProcessActions.reachable(line.row())) {
            items.add(ContextMenus.item(
                    TEXTS.get("processes.menu.pause"), Feather.PAUSE, () -> signals.pause(line, true)));
            items.add(ContextMenus.item(
                    TEXTS.get("processes.menu.resume"), Feather.PLAY, () -> signals.pause(line, false)));
            items.add(ContextMenus.item(TEXTS.get("processes.menu.end"), Feather.X_CIRCLE, () -> signals.end(line)));
            items.add(new SeparatorMenuItem());
        }
        items.add(ContextMenus.copy(
                TEXTS.get("processes.menu.command"),
                command.isEmpty() ? line.row().comm() : command));
        items.add(ContextMenus.copy(
                TEXTS.get("processes.menu.pid"), Integer.toString(line.row().pid())));
        return items;
    }

    private void show(ProcessState state) {
        if (all.getScene() == null) {
            return;
        }
        model.show(state);
        model.waiting(approvals.now().of(sandbox));
        model.ports(watch.routes().now().map(RouteTable::ports).orElse(List.of()));
        long owned = model.owned();
        own.setText(TEXTS.get("processes.helpers", owned));
        own.setVisible(owned > 0);
        own.setManaged(owned > 0);
        strip.show(state.rates());
        live.setText(Integer.toString(state.live()));
        finished.setText(Integer.toString(state.finished()));
        clear.setDisable(state.finished() == 0);
        table.show(model.lines());
        ProcessItem now = chosen;
        if (now != null) {
            state.lines().stream()
                    .filter(l -> l.key().equals(now.key()))
                    .findFirst()
                    .ifPresent(this::choose);
        }
    }

    private void choose(@Nullable ProcessItem line) {
        if (line == null || chosen == null || !line.key().equals(chosen.key())) {
            inside = null;
            lastProblem = "";
            drawn = null;
        }
        chosen = line;
        beside.idle(line == null);
        if (line == null) {
            details.nothing();
            return;
        }
        List<FlowRow> flows = watch.flows().now().flows().stream()
                .filter(f -> Objects.equals(f.pid(), line.row().pid()))
                .toList();
        ProcessDetails.ProcessFacts facts = new ProcessDetails.ProcessFacts(
                line,
                model.state().ancestry(line.key()),
                flows,
                watch.files(line.key()),
                model.approval(line),
                model.paused(line),
                inside,
                lastProblem);
        if (!facts.equals(drawn)) {
            drawn = facts;
            details.show(facts, ways(line));
        }
    }

    private ProcessDetails.DetailActions ways(ProcessItem line) {
        return new ProcessDetails.DetailActions() {
            @Override
            public void connections() {
                actions.navigation().seek(ScreenKind.NETWORK, ProcessSignalSender.name(line));
            }

            @Override
            public void decide(Approval approval) {
                actions.navigation().open(new DialogKind.ShowInbox(approval.id()));
            }

            @Override
            public void pause(boolean now) {
                signals.pause(line, now);
            }

            @Override
            public void end() {
                signals.end(line);
            }

            @Override
            public void inspect() {
                actions.processes()
                        .inside(sandbox, line.row())
                        .done(read -> inspected(line, read, ""))
                        .failed(problem -> inspected(line, null, problem.detail()))
                        .begin();
            }
        };
    }

    private void inspected(ProcessItem line, ProcessActions.@Nullable ProcessResources read, String problem) {
        ProcessItem now = chosen;
        if (now != null && now.key().equals(line.key())) {
            inside = read;
            lastProblem = problem;
            drawn = null;
            choose(now);
        }
    }

    /// A click on the row whose details cover the table closes the details.
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

    private static FigureFormat.@Nullable FormattedAmount memory(ProcessItem line) {
        Long rss = line.row().rss();
        return rss == null ? null : FigureFormat.bytes(rss);
    }

    private long span(ProcessItem line) {
        Long ended = line.row().ended();
        return (ended == null ? context.now() : ended) - line.row().started();
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
