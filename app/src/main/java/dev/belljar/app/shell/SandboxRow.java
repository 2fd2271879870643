package dev.belljar.app.shell;

import dev.belljar.app.drawing.Sparkline;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.AgentBadges;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.ZoneId;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The row of a sandbox in the sidebar: its CPU use while it runs, otherwise its state.
final class SandboxRow {
    private static final Texts TEXTS = Texts.of(SandboxRow.class);

    private final Sparkline spark = new Sparkline(44, 14).scale(50);
    private final Label held = StateBadges.held();
    private final Label review = StateBadges.review();
    private final Label word = UiParts.text("", "sm", "faint");
    private final StateShape shape = new StateShape(StateShape.ShapeKind.STOPPED, 10);
    private final SideRow row;

    SandboxRow(String name, boolean branch, Runnable open) {
        spark.setMinWidth(44);
        spark.setMaxWidth(44);
        row = new SideRow(
                branch ? Feather.GIT_BRANCH : Feather.BOX, name, !branch, open, held, review, spark, word, shape);
        if (branch) {
            row.beneath();
        } else {
            row.letters(name.substring(0, Math.min(2, name.length())));
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

    void show(SandboxViewState sandbox, long now, ZoneId zone) {
        CodingAgentStatus agent =
                sandbox.running() ? sandbox.reported().status().agent() : null;
        boolean running = sandbox.running() && agent == null;
        spark.setVisible(running);
        spark.setManaged(running);
        spark.show(sandbox.lastCpu(20));
        word.setVisible(!running);
        word.setManaged(!running);
        if (agent == null) {
            word.setText(words(sandbox));
            shape.show(StateBadges.kind(sandbox.reported()));
        } else {
            String time = AgentBadges.time(agent, now, zone);
            word.setText(
                    TEXTS.get("sidebar.agent", AgentBadges.word(agent), time).strip());
            shape.show(AgentBadges.kind(agent));
        }
        word.getStyleClass().setAll("label", "sm", agent == null ? "faint" : AgentBadges.style(agent));
        StateBadges.review(review, sandbox.sync());
        if (agent != null) {
            row.describe(TEXTS.get("sidebar.agent.spoken", sandbox.name(), agent.title(), AgentBadges.word(agent)));
            return;
        }
        row.describe(TEXTS.get(
                sandbox.waitsForReview() ? "sidebar.project.spoken.review" : "sidebar.project.spoken",
                sandbox.name(),
                StateBadges.word(sandbox.reported())));
    }

    private static String words(SandboxViewState sandbox) {
        int steps = sandbox.reported().status().requirements().size();
        return sandbox.state() == SandboxState.STARTING && steps > 0
                ? TEXTS.get("sidebar.project.step", Math.min(sandbox.stepsDone() + 1, steps), steps)
                : StateBadges.word(sandbox.reported());
    }
}
