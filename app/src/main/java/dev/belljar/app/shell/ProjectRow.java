package dev.belljar.app.shell;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.Sparkline;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.SandboxState;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The row of a sandbox in the sidebar: its CPU use while it runs, otherwise its state.
final class ProjectRow {
    private static final Texts TEXTS = Texts.of(ProjectRow.class);

    private final Sparkline spark = new Sparkline(44, 14).scale(50);
    private final Label held = StateBadges.held();
    private final Label word = UiParts.text("", "sm", "faint");
    private final StateShape shape = new StateShape(StateShape.Kind.STOPPED, 10);
    private final SideRow row;

    ProjectRow(String name, boolean branch, Runnable open) {
        spark.setMinWidth(44);
        spark.setMaxWidth(44);
        row = new SideRow(branch ? Feather.GIT_BRANCH : Feather.BOX, name, !branch, open, held, spark, word, shape);
        if (branch) {
            row.beneath();
        }
    }

    SideRow node() {
        return row;
    }

    /// Sets whether the line from the project above ends at this row.
    void last(boolean next) {
        row.last(next);
    }

    /// Shows how many approvals and terminals of the sandbox wait.
    void waiting(int count) {
        StateBadges.held(held, count);
    }

    void show(ProjectState project) {
        boolean running = project.running();
        spark.setVisible(running);
        spark.setManaged(running);
        spark.show(project.lastCpu(20));
        word.setVisible(!running);
        word.setManaged(!running);
        word.setText(words(project));
        shape.show(StateBadges.kind(project.sandbox()));
        row.describe(TEXTS.get("sidebar.project.spoken", project.name(), StateBadges.word(project.sandbox())));
    }

    private static String words(ProjectState project) {
        int steps = project.sandbox().status().requirements().size();
        return project.state() == SandboxState.STARTING && steps > 0
                ? TEXTS.get("sidebar.project.step", Math.min(project.stepsDone() + 1, steps), steps)
                : StateBadges.word(project.sandbox());
    }
}
