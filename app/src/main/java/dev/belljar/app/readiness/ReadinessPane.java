package dev.belljar.app.readiness;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.StepList;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Shows the requirements of a sandbox that starts, or the problem of one that failed, its cause, and the
/// actions that help.
public final class ReadinessPane extends StackPane {
    private static final Texts TEXTS = Texts.of(ReadinessPane.class);
    private static final double WIDTH = 536;

    private final UiContext context;
    private final Actions actions;
    private final Runnable changes;
    private final StepList steps = new StepList();
    private List<Object> shown = List.of();

    /// `changes` shows the work that was fetched before the sandbox failed.
    public ReadinessPane(UiContext context, Actions actions, Runnable changes) {
        this.context = context;
        this.actions = actions;
        this.changes = changes;
        getStyleClass().add("readiness");
        setMinSize(0, 0);
        setPadding(new Insets(16));
    }

    /// Shows this sandbox; `fetched` is the number of changed files that were fetched. Rebuilds the view only
    /// if something changed, so that no click or focus is lost.
    public void show(SandboxViewState sandbox, int fetched) {
        Problem problem = sandbox.reported().status().problem();
        List<Object> next = new ArrayList<>(List.of(sandbox.name(), sandbox.state(), fetched));
        if (problem != null) {
            next.add(problem);
        }
        if (!next.equals(shown)) {
            shown = next;
            getChildren().setAll(sandbox.state() == SandboxState.ERROR ? failed(sandbox, fetched) : starting(sandbox));
        }
        steps.show(sandbox.reported().status().requirements());
    }

    private Node starting(SandboxViewState sandbox) {
        Button cancel = UiParts.button(TEXTS.get("readiness.starting.cancel"));
        cancel.setOnAction(e -> actions.sandboxes().stop(sandbox));
        CardPane card = new CardPane(0);
        card.getChildren().add(steps);
        VBox all = UiParts.column(
                16,
                UiParts.column(
                        4,
                        UiParts.text(TEXTS.get("readiness.starting.title", sandbox.name()), "h1"),
                        UiParts.prose(TEXTS.get("readiness.starting.text"), WIDTH, "muted")),
                card,
                UiParts.row(8, cancel, log()));
        all.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        return all;
    }

    private Node failed(SandboxViewState sandbox, int fetched) {
        Button start = UiParts.button(Feather.PLAY, TEXTS.get("readiness.failed.start"), "primary");
        start.getStyleClass().add("start-again");
        start.setOnAction(e -> actions.sandboxes().start(sandbox));
        List<ProblemPane.Remedy> ways = new ArrayList<>();
        ways.add(new ProblemPane.Remedy(
                TEXTS.get("readiness.failed.start.title"), TEXTS.get("readiness.failed.start.text"), start));
        if (fetched > 0) {
            Button review = UiParts.button(Feather.GIT_PULL_REQUEST, TEXTS.get("readiness.failed.review", fetched));
            review.getStyleClass().add("review-fetched");
            review.setOnAction(e -> changes.run());
            ways.add(new ProblemPane.Remedy(
                    TEXTS.get("readiness.failed.review.title"), TEXTS.get("readiness.failed.review.text"), review));
        }
        String since = context.time(sandbox.reported().status().since());
        Button log = log();
        // The text of the flat button is aligned with the boxes above it.
        HBox.setMargin(log, new Insets(0, 0, 0, -12));
        Node foot = UiParts.row(12, log, UiParts.grow(), UiParts.text(since, "sm", "muted"));
        Problem problem = sandbox.reported().status().problem();
        String title = TEXTS.get("readiness.failed.title", sandbox.name());
        return problem == null
                ? ProblemPane.ways(title, TEXTS.get("readiness.failed.unknown"), ways, foot)
                : ProblemPane.ways(title, problem, ways, foot);
    }

    private Button log() {
        Button log = UiParts.button(TEXTS.get("readiness.log"), "flat");
        log.getStyleClass().add("show-log");
        log.setAlignment(Pos.CENTER_LEFT);
        log.setOnAction(e -> actions.navigation().screen(ScreenKind.LOG));
        return log;
    }
}
