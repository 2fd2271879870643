package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Trouble;
import dev.belljar.contract.problem.Problem;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A machine that failed: what, why, what next, and the code to copy.
final class BrokenBody implements CardBody {
    private final VBox words = new VBox(8);
    private final VBox all = new VBox();
    private @Nullable Problem shown;

    BrokenBody(Runnable again) {
        VBox.setMargin(words, new Insets(12, 16, 12, 16));
        Button start = Parts.button("Start again");
        start.setGraphic(Icon.of(Feather.PLAY, 14));
        start.setOnAction(e -> again.run());
        HBox foot = Parts.row(8, Parts.growing(Parts.cut("Its disk and your work are kept", "sm", "muted")), start);
        foot.getStyleClass().add("card-foot");
        all.getChildren().addAll(words, Parts.grow(), foot);
        Parts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(ProjectPicture project, WorkPicture work, long now) {
        Problem problem = project.sandbox().status().problem();
        if (problem == null || problem.equals(shown)) {
            return;
        }
        shown = problem;
        words.getChildren().setAll(Parts.prose(problem.detail(), 700));
        if (problem.hint() != null) {
            words.getChildren().add(Parts.prose(problem.hint(), 700, "sm", "muted"));
        }
        words.getChildren().add(Trouble.code(problem));
    }
}
