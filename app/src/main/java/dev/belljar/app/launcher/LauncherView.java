package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// All projects as cards, below a line about the host.
public final class LauncherView implements ScreenView {
    private static final Texts TEXTS = Texts.of(LauncherView.class);

    private final UiContext context;
    private final Actions actions;
    private final LauncherModel model;
    private final Runnable again;
    private final Label count = UiParts.count("");
    private final Button more =
            UiParts.withKey(UiParts.button(Feather.PLUS, TEXTS.get("launcher.add"), "primary"), "Ctrl N");
    private final HostStrip strip = new HostStrip();
    private final CardGrid grid = new CardGrid();
    private final ScrollPane scroll = new ScrollPane(grid);
    private final StackPane content = new StackPane();
    private final VBox all;
    private LauncherModel.@Nullable LauncherContent drawn;
    private final Map<String, SandboxCard> cards = new HashMap<>();
    private final ReadOnlyObjectProperty<WaitingCounts> waiting;
    private final ChangeListener<WaitingCounts> counts = (at, was, now) -> waiting(now);
    private final WatchRegistration registration;

    /// `known` returns the known work of a sandbox, by its id.
    public LauncherView(
            WatchedValue<HostState> state,
            ReadOnlyObjectProperty<WaitingCounts> waiting,
            UiContext context,
            Actions actions,
            Function<String, WorkState> known,
            Runnable again) {
        this.waiting = waiting;
        this.model = new LauncherModel(known);
        this.context = context;
        this.actions = actions;
        this.again = again;
        grid.setPadding(Insets.EMPTY);
        StackPane padded = new StackPane(grid);
        padded.setPadding(new Insets(16));
        scroll.setContent(padded);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        more.setOnAction(e -> add(null));
        HBox head = UiParts.row(12, UiParts.text(TEXTS.get("launcher.title"), "h2"), count, UiParts.grow(), more);
        head.getStyleClass().add("head");
        all = UiParts.column(0, head, strip, UiParts.growing(content));
        waiting.addListener(counts);
        WatchRegistration figures = state.watch(this::show);
        registration = () -> {
            figures.close();
            waiting.removeListener(counts);
        };
    }

    private void add(@Nullable Path folder) {
        actions.navigation().open(new DialogKind.AddProject(folder));
    }

    /// Adds the sample project, from a copy in the user's home folder.
    private void trySample() {
        actions.host().sampleProject().done(this::add).beginIn(context);
    }

    private void waiting(WaitingCounts now) {
        cards.values().forEach(card -> card.waiting(now));
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void refresh() {
        again.run();
    }

    @Override
    public void close() {
        registration.close();
    }

    private void show(HostState state) {
        strip.show(state);
        model.show(state);
        count.setText(Long.toString(model.projects()));
        count.setVisible(model.any());
        more.setVisible(model.any());
        more.setDisable(!model.mayAdd());
        LauncherModel.LauncherContent next = model.content();
        if (next == LauncherModel.LauncherContent.PROJECTS) {
            cards();
        }
        if (next != drawn) {
            drawn = next;
            content.getChildren().setAll(make(next, state.problem()));
        }
    }

    private Node make(LauncherModel.LauncherContent next, @Nullable Problem problem) {
        return switch (next) {
            case STOPPED, UNREACHABLE ->
                lost(next == LauncherModel.LauncherContent.STOPPED, Objects.requireNonNull(problem));
            case CONNECTING -> UiParts.text(TEXTS.get("launcher.connecting"), "muted");
            case EMPTY -> empty();
            case PROJECTS -> scroll;
        };
    }

    private void cards() {
        List<SandboxViewState> order = model.order();
        cards.keySet().retainAll(order.stream().map(SandboxViewState::id).toList());
        for (SandboxViewState sandbox : order) {
            SandboxCard card = cards.computeIfAbsent(sandbox.id(), id -> new SandboxCard(sandbox, context, actions));
            card.show(sandbox, model.work(sandbox), model.branches(sandbox));
            card.waiting(waiting.get());
        }
        List<Node> next = order.stream().map(p -> (Node) cards.get(p.id())).toList();
        grid.lead(model.wide(order.getFirst()) ? next.getFirst() : null);
        // While the pointer is over the cards they are not reordered; cards are added and removed at once.
        boolean otherCards = !Set.copyOf(grid.getChildren()).equals(Set.copyOf(next));
        if (otherCards || (!grid.getChildren().equals(next) && !grid.isHover())) {
            grid.getChildren().setAll(next);
        }
        grid.requestLayout();
    }

    private Node empty() {
        Button first = UiParts.withKey(UiParts.button(Feather.PLUS, TEXTS.get("launcher.add"), "primary"), "Ctrl N");
        first.setOnAction(e -> add(null));
        Button sample = UiParts.button(Feather.PLAY, TEXTS.get("launcher.empty.sample"), "plain");
        sample.setOnAction(e -> trySample());
        return EmptyState.screen(
                Feather.BOX, TEXTS.get("launcher.empty.title"), TEXTS.get("launcher.empty.text"), first, sample);
    }

    private Node lost(boolean stopped, Problem problem) {
        Button retry = UiParts.button(
                stopped ? Feather.PLAY : Feather.ROTATE_CW,
                TEXTS.get(stopped ? "launcher.lost.start" : "launcher.lost.again"),
                "primary");
        retry.setOnAction(e -> again.run());
        return ProblemPane.screen(TEXTS.get(stopped ? "launcher.lost.stopped" : "launcher.lost.title"), problem, retry);
    }
}
