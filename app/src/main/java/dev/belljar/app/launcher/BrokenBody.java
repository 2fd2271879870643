package dev.belljar.app.launcher;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A machine that failed: the problem, its cause, what to do next, and the code to copy.
final class BrokenBody implements CardBody {
    private static final Texts TEXTS = Texts.of(BrokenBody.class);

    private final VBox words = new VBox(8);
    private final VBox all = new VBox();
    private @Nullable Problem shown;

    BrokenBody(Runnable again) {
        VBox.setMargin(words, new Insets(12, 16, 12, 16));
        Button start = UiParts.button(TEXTS.get("launcher.broken.start"));
        start.setGraphic(Icon.of(Feather.PLAY, 14));
        start.setOnAction(e -> again.run());
        HBox foot =
                CardPane.foot(UiParts.growing(UiParts.cut(TEXTS.get("launcher.broken.note"), "sm", "muted")), start);
        all.getChildren().addAll(words, UiParts.grow(), foot);
        UiParts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(SandboxViewState sandbox, WorkState work, long now) {
        Problem problem = sandbox.reported().status().problem();
        if (problem == null || problem.equals(shown)) {
            return;
        }
        shown = problem;
        words.getChildren().setAll(UiParts.prose(ProblemText.detail(problem), 700));
        String hint = ProblemText.hint(problem);
        if (hint != null) {
            words.getChildren().add(UiParts.prose(hint, 700, "sm", "muted"));
        }
        words.getChildren().add(ProblemPane.code(problem));
    }
}
