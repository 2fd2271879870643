package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Shows the changes that a sync would copy to the project, and takes the user's decision. Nothing is copied
/// before the user accepts.
public final class ReviewDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(ReviewDialog.class);
    private static final double WIDTH = 1088;
    private static final double HEIGHT = 772;

    private final SandboxViewState sandbox;
    private final UiContext context;
    private final Actions actions;
    private final StackPane body = new StackPane();
    private final Label count = UiParts.tag("", "line", "big");
    private final Button accept = UiParts.button(Feather.CHECK, TEXTS.get("review.accept", 0), "primary");
    private final Label note = UiParts.cut("", "sm", "muted");
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 12);
    private @Nullable ReviewModel model;
    private @Nullable UiTask<?> doing;

    public ReviewDialog(SandboxViewState sandbox, UiContext context, Actions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("review.title", sandbox.name()));
        this.sandbox = sandbox;
        this.context = context;
        this.actions = actions;
        setPrefHeight(HEIGHT);
        count.setVisible(false);
        beside(count);
        end(way());
        body.setMinHeight(0);
        content(body);
        accept.setOnAction(e -> accept());
        accept.setDisable(true);
        foot(List.of(busy, note), TEXTS.get("review.later"), accept);
        look();
    }

    private HBox way() {
        String branch = sandbox.reported().branch();
        String folder = FigureFormat.home(sandbox.reported().spec().project());
        HBox way = UiParts.row(
                8,
                UiParts.cut(branch == null ? TEXTS.get("review.work") : branch, "mono", "m12"),
                UiParts.text(TEXTS.get("review.sandbox"), "sm", "muted"),
                Icon.of(Feather.ARROW_RIGHT, 14, "faint"),
                UiParts.cut(folder, "mono", "m12"),
                UiParts.text(TEXTS.get("review.computer"), "sm", "muted"));
        way.setMinWidth(0);
        return way;
    }

    private void look() {
        working(TEXTS.get("review.fetching"));
        Label waiting = UiParts.text(TEXTS.get("review.loading"), "muted");
        body.getChildren().setAll(waiting);
        StackPane.setAlignment(waiting, Pos.CENTER);
        doing = actions.sync()
                .plan(sandbox.id())
                .done(this::show)
                .failed(this::fail)
                .begin();
    }

    private void show(SyncPlan plan) {
        doing = null;
        rest(TEXTS.get("review.checked"));
        FileDiff diff = plan.diff();
        if (diff.left() > 0) {
            note.setText(ReviewModel.skipped(diff));
            note.setGraphic(Icon.of(Feather.ALERT_TRIANGLE, 14, "warn"));
        }
        if (plan.upToDate()) {
            body.getChildren().setAll(diff.left() > 0 ? nothing(diff) : inSync());
            return;
        }
        ReviewModel next = new ReviewModel(plan);
        model = next;
        count.setText(TEXTS.get("review.count", next.listed()));
        count.setVisible(true);
        body.getChildren()
                .setAll(new ReviewPane(next, new CommitColumn(plan, context), actions, sandbox.id(), this::name));
        accept.setDisable(false);
        name();
        accept.requestFocus();
    }

    private static Node inSync() {
        return EmptyState.screen(Feather.CHECK, TEXTS.get("review.nothing.title"), TEXTS.get("review.nothing.text"));
    }

    private static Node nothing(FileDiff diff) {
        return EmptyState.screen(
                Feather.CHECK,
                TEXTS.get("review.nothing.skipped.title"),
                TEXTS.get("review.nothing.skipped.text", ReviewModel.skipped(diff)));
    }

    /// Updates the button's text with the number of files it would copy.
    private void name() {
        ReviewModel now = model;
        if (now != null) {
            accept.setText(now.acceptWords());
        }
    }

    private void accept() {
        ReviewModel now = model;
        if (now != null && doing == null) {
            accept.setDisable(true);
            working(TEXTS.get("review.writing", now.plan().target()));
            doing = actions.sync()
                    .accept(sandbox.id(), now.decision())
                    .done(this::synced)
                    .failed(this::fail)
                    .begin();
        }
    }

    private void synced(SyncResult result) {
        super.leave();
        int skipped = result.withheld().size();
        context.overlay()
                .say(
                        Feather.GIT_BRANCH,
                        skipped == 0
                                ? TEXTS.get("review.done", result.files(), result.branch())
                                : TEXTS.get("review.done.skipped", result.files(), result.branch(), skipped),
                        "ok");
    }

    private void fail(Problem problem) {
        doing = null;
        rest("");
        count.setVisible(false);
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("review.again"), "primary");
        again.setOnAction(e -> look());
        body.getChildren().setAll(ProblemPane.screen(TEXTS.get("review.failed"), problem, again));
    }

    @Override
    protected void leave() {
        abandon();
        super.leave();
    }

    /// Cancels a pending request; its result is ignored.
    public void abandon() {
        UiTask<?> running = doing;
        if (running != null) {
            running.cancel();
        }
    }

    private void working(String words) {
        busy.show(StateShape.ShapeKind.BUSY);
        busy.setVisible(true);
        busy.setManaged(true);
        note.setText(words);
    }

    private void rest(String words) {
        busy.setVisible(false);
        busy.setManaged(false);
        note.setText(words);
        note.setGraphic(words.isEmpty() ? null : Icon.of(Feather.SHIELD, 14, "ok"));
        note.setGraphicTextGap(8);
    }
}
