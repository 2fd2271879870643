package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A project in the launcher: its state, its figures or its progress, and a button for the next action.
final class SandboxCard extends CardPane {
    private static final Texts TEXTS = Texts.of(SandboxCard.class);

    private final UiContext context;
    private final Actions actions;
    private final StateShape shape = new StateShape(StateShape.ShapeKind.STOPPED, 12);
    private final Label tag = UiParts.tag("");
    private final Label held = StateBadges.held();
    private final Label review = StateBadges.review();
    private final HBox end = UiParts.row(8);
    private final Label where = UiParts.cut("", "card-path");
    private final AgentStrip agent;
    private final VBox body = new VBox();
    private WaitingCounts waiting = WaitingCounts.NONE;
    private final BranchRows branchRows;
    private @Nullable CardBody drawn;
    private @Nullable SandboxState state;
    private SandboxViewState sandbox;

    SandboxCard(SandboxViewState first, UiContext context, Actions actions) {
        this.context = context;
        this.actions = actions;
        this.sandbox = first;
        branchRows = new BranchRows(actions);
        getStyleClass().add("project-card");
        HBox title = UiParts.row(8, shape, UiParts.cut(first.name(), "h2"), tag, held, review, UiParts.grow(), end);
        title.setMinHeight(28);
        agent = new AgentStrip(context);
        VBox top = UiParts.column(0, title, where, agent);
        top.setPadding(new Insets(10, 12, 0, 16));
        getChildren().addAll(top, UiParts.growing(body), branchRows);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                actions.navigation().enter(sandbox.name());
            }
        });
        ContextMenus.on(this, this::items, () -> this);
        held.getStyleClass().add("clickable");
        held.setOnMouseClicked(e -> {
            showWaiting();
            e.consume();
        });
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                actions.navigation().enter(sandbox.name());
                e.consume();
            }
        });
        show(first, WorkState.UNKNOWN, List.of());
    }

    /// Shows the number of its pending approvals and waiting terminals.
    void waiting(WaitingCounts counts) {
        StateBadges.held(held, counts.of(sandbox.id()));
        branchRows.waiting(counts);
        waiting = counts;
    }

    /// Opens the inbox, or the sandbox if only its terminals wait.
    private void showWaiting() {
        if (waiting.approvals(sandbox.id()) > 0) {
            actions.navigation().open(new DialogKind.ShowInbox(""));
        } else {
            actions.navigation().enter(sandbox.name());
        }
    }

    /// Shows new figures; the body of the card is rebuilt only when the state changes.
    void show(SandboxViewState next, WorkState work, List<BranchSummary> branches) {
        sandbox = next;
        where.setText(FigureFormat.home(next.reported().spec().project()));
        shape.show(StateBadges.kind(next.reported()));
        setAccessibleText(TEXTS.get("launcher.card.accessible", next.name(), StateBadges.word(next.reported())));
        CardBody known = drawn;
        if (known == null || next.state() != state) {
            state = next.state();
            known = build(next.state());
            drawn = known;
        }
        tag.setText(StateBadges.word(next.reported()));
        tag.getStyleClass().setAll("label", "tag", StateBadges.style(next.reported()));
        StateBadges.review(review, next.sync());
        agent.show(next.reported().status().agent());
        known.show(next, work, context.now());
        branchRows.show(branches);
    }

    private CardBody build(SandboxState now) {
        getStyleClass().removeAll("busy", "broken");
        end.getChildren().clear();
        CardBody next = switch (now) {
            case RUNNING -> new RunningBody();
            case STARTING, STOPPING ->
                new BusyBody(
                        () -> actions.sandboxes().stop(sandbox),
                        () -> actions.sandboxes().stopNow(sandbox));
            case ERROR -> new BrokenBody(() -> actions.sandboxes().start(sandbox));
            case CREATED, STOPPED, DESTROYED ->
                new StoppedBody(context, () -> actions.sandboxes().start(sandbox));
        };
        if (now == SandboxState.RUNNING) {
            var open = UiParts.button(TEXTS.get("launcher.card.open"));
            open.setGraphic(Icon.of(Feather.TERMINAL, 14));
            open.setOnAction(e -> actions.navigation().enter(sandbox.name()));
            end.getChildren().add(open);
        } else if (now == SandboxState.ERROR) {
            getStyleClass().add("broken");
        } else if (now != SandboxState.STOPPED && now != SandboxState.CREATED) {
            getStyleClass().add("busy");
        }
        end.getChildren().add(menu());
        body.getChildren().setAll(next.node());
        pseudoClassStateChanged(PseudoClass.getPseudoClass("running"), now == SandboxState.RUNNING);
        return next;
    }

    private Node menu() {
        MenuButton more = new MenuButton(null, Icon.of(Feather.MORE_HORIZONTAL));
        more.getStyleClass().addAll("flat", "icon-only");
        more.setAccessibleText(TEXTS.get("launcher.card.more", sandbox.name()));
        more.getItems().setAll(items());
        return more;
    }

    private List<MenuItem> items() {
        return CardMenu.of(sandbox, actions);
    }
}
