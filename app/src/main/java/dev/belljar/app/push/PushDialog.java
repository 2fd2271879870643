package dev.belljar.app.push;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.view.work.PushResult;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Shows what a push of the project's commits into a sandbox would do, and pushes them as the user chooses.
public final class PushDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(PushDialog.class);
    private static final double WIDTH = 688;
    private static final double HEIGHT = 520;

    private final SandboxViewState sandbox;
    private final UiContext context;
    private final Actions actions;
    private final VBox body = UiParts.column(16);
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 12);
    private final Label note = UiParts.cut("", "sm", "muted");
    private @Nullable UiTask<?> doing;

    public PushDialog(SandboxViewState sandbox, UiContext context, Actions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("push.title", sandbox.name()));
        this.sandbox = sandbox;
        this.context = context;
        this.actions = actions;
        setPrefHeight(HEIGHT);
        body.getStyleClass().add("dialog-body");
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        content(scroll);
        ask(PushCommits.DRY_RUN);
    }

    private void ask(PushCommits request) {
        busy.setVisible(true);
        note.setText(TEXTS.get(request.dryRun() ? "push.comparing" : "push.pushing"));
        foot(List.of(busy, note), TEXTS.get("push.later"));
        doing = actions.sync()
                .push(sandbox.id(), request)
                .done(result -> show(request, result))
                .failed(this::fail)
                .begin();
    }

    private void show(PushCommits request, PushResult result) {
        doing = null;
        PushModel model = new PushModel(request, result);
        if (model.done() && !result.dryRun()) {
            super.leave();
            context.overlay().say(Feather.UPLOAD, model.doneText(), "ok");
            return;
        }
        body.getChildren().setAll(UiParts.prose(model.sentence(), WIDTH - 2 * PADDING));
        for (PushModel.PushList list : model.lists()) {
            VBox lines = UiParts.column(2, UiParts.text(list.title(), "semi"));
            list.lines().forEach(line -> lines.getChildren().add(UiParts.cut(line, "mono", "sm")));
            body.getChildren().add(lines);
        }
        List<Button> buttons = new ArrayList<>();
        for (PushModel.PushChoice choice : model.choices()) {
            boolean last = choice.equals(model.choices().getLast());
            Button button = last ? UiParts.button(choice.words(), "primary") : UiParts.button(choice.words());
            button.setOnAction(e -> ask(choice.request()));
            buttons.add(button);
        }
        foot(List.of(), TEXTS.get("push.later"), buttons.toArray(Button[]::new));
        if (!buttons.isEmpty()) {
            buttons.getLast().requestFocus();
        }
    }

    private void fail(Problem problem) {
        doing = null;
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("push.again"), "primary");
        again.setOnAction(e -> ask(PushCommits.DRY_RUN));
        body.getChildren().setAll(ProblemPane.screen(TEXTS.get("push.failed"), problem, again));
        foot(List.of(), TEXTS.get("push.later"));
    }

    @Override
    protected void leave() {
        abandon();
        super.leave();
    }

    /// Stops waiting for an answer.
    public void abandon() {
        UiTask<?> now = doing;
        if (now != null) {
            now.cancel();
            doing = null;
        }
    }
}
