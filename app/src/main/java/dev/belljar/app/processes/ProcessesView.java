package dev.belljar.app.processes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.SplitDetails;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.RouteTable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
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
    private final WatchedValue<Optional<SelectedTime>> moment;
    private final WatchedValue<ApprovalList> approvals;
    private final ProcessesModel model;
    private final RatesStrip strip;
    private final DenseTable<ProcessItem> table;
    private final Label live = UiParts.text("", "sm", "semi");
    private final Label finished = UiParts.text("", "sm", "semi");
    private final Button clear = UiParts.button(Feather.TRASH_2, TEXTS.get("processes.clear"), "flat");
    private final ToggleButton own = new ToggleButton();
    private final SplitDetails beside;
    private final SearchField search;
    private final VBox all;
    private final WatchRegistration registration;
    private final ChosenProcess chosen;
    private @Nullable ProcessKey detailed;
    /// The moment whose processes are `past`.
    private @Nullable SelectedTime known;

    private @Nullable ProcessState past;

    /// `sandbox` is the sandbox's id, `moment` the moment to show instead of the present; `paused` are its processes
    /// that the user has paused, and outlives the screen.
    public ProcessesView(
            String sandbox,
            SandboxWatch watch,
            WatchedValue<Optional<SelectedTime>> moment,
            WatchedValue<ApprovalList> approvals,
            UiContext context,
            Actions actions,
            Set<ProcessKey> paused) {
        this.sandbox = sandbox;
        this.model = new ProcessesModel(paused);
        this.moment = moment;
        this.approvals = approvals;
        this.watch = watch;
        strip = new RatesStrip(context);
        ProcessDetails details = new ProcessDetails(context);
        ProcessSignalSender signals = new ProcessSignalSender(sandbox, actions, context, model, this::show);
        chosen = new ChosenProcess(sandbox, watch, actions, model, signals, details);
        table = new DenseTable<>(ProcessColumns.of(context, model, this::toggle), ProcessItem::key, ProcessItem::gone);
        table.placeholder(
                EmptyState.screen(Feather.CPU, TEXTS.get("processes.empty.title"), TEXTS.get("processes.empty.text")));
        table.list().addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        clear.setOnAction(e -> watch.clearFinished());
        beside = new SplitDetails(table, details);
        beside.idle(true);
        table.onChosen(line -> {
            beside.idle(line == null);
            chosen.choose(line);
        });
        details.closing(beside.over(), beside::shut);
        table.onClicked(this::clicked);
        search = new SearchField(TEXTS.get("processes.filter"), 232, "", words -> {
            model.filter(words);
            table.replace(model.lines());
        });
        table.typing(search);
        table.menu(new ProcessMenu(actions, model, signals, beside::open, this::toggle, search::type)::of);
        all = UiParts.column(0, strip, tools(), UiParts.growing(beside));
        registration = WatchRegistration.all(List.of(
                watch.processes().watch(state -> show()),
                watch.routes().watch(routes -> show()),
                approvals.watch(all -> show()),
                moment.watch(now -> show())));
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
    public void close() {
        registration.close();
    }

    @Override
    public void seek(String words) {
        state().lines().reversed().stream()
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

    private HBox tools() {
        SegmentedControl shape = new SegmentedControl(index -> {
            model.tree(index == 0);
            table.replace(model.lines());
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
            table.replace(model.lines());
        });
        UiParts.tip(own, TEXTS.get("processes.helpers.tip"), "");
        HBox tools = new HBox(search, shape, UiParts.grow(), counts, own, clear);
        tools.getStyleClass().add("tools");
        return tools;
    }

    /// The processes at the selected moment, those shown before until they are known, or those at present.
    private ProcessState state() {
        SelectedTime selected = moment.now().orElse(null);
        if (selected == null || selected.problem() != null) {
            known = null;
            past = null;
            model.past(OptionalLong.empty());
        } else if (selected.moment() != null && !selected.equals(known)) {
            past = ProcessState.past(selected.moment().running());
            known = selected;
            model.past(OptionalLong.of(selected.at()));
        }
        return past == null ? watch.processes().now() : past;
    }

    private void show() {
        if (all.getScene() == null) {
            return;
        }
        ProcessState state = state();
        model.show(state);
        model.waiting(model.past() ? List.of() : approvals.now().of(sandbox));
        model.ports(watch.routes().now().map(RouteTable::ports).orElse(List.of()));
        long owned = model.owned();
        own.setText(TEXTS.get("processes.helpers", owned));
        own.setVisible(owned > 0);
        own.setManaged(owned > 0);
        strip.show(watch.processes().now().rates());
        live.setText(Integer.toString(state.live()));
        finished.setText(Integer.toString(state.finished()));
        clear.setDisable(model.past() || state.finished() == 0);
        table.show(model.lines());
        chosen.update(state);
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
        table.replace(model.lines());
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
}
