package dev.belljar.app.launcher;

import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.AgentBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// The part of a card that says what the coding agent does: its state and name, its task, and what it runs or asks.
final class AgentStrip extends VBox {
    private static final Texts TEXTS = Texts.of(AgentStrip.class);

    private final UiContext context;
    private final StateShape shape = new StateShape(StateShape.ShapeKind.IDLE, 10);
    private final Label word = UiParts.text("", "sm", "med");
    private final Label since = UiParts.text("", "sm", "faint");
    private final Label name = UiParts.tag("");
    private final Label task = UiParts.cut("", "sm");
    private final Label use = UiParts.text("", "sm", "muted");
    private final Label program = UiParts.cut("", "mono", "sm");
    private final Label waits = UiParts.cut("", "sm", "held");
    private final HBox now;

    AgentStrip(UiContext context) {
        super(6);
        this.context = context;
        now = UiParts.row(12, program, UiParts.grow(), waits);
        now.getStyleClass().add("agent-strip");
        getChildren().addAll(UiParts.row(8, shape, word, since, name, UiParts.growing(task), use), now);
        setPadding(new Insets(6, 4, 0, 0));
        for (Label each : new Label[] {task, use, waits}) {
            UiParts.tip(each, TEXTS.get("launcher.agent.reported"), "");
        }
        show(null);
    }

    /// Shows an agent; nothing if there is none.
    void show(@Nullable CodingAgentStatus agent) {
        setVisible(agent != null);
        setManaged(agent != null);
        if (agent == null) {
            return;
        }
        shape.show(AgentBadges.kind(agent));
        word.setText(AgentBadges.word(agent));
        word.getStyleClass().setAll("label", "sm", "med", AgentBadges.style(agent));
        since.setText(AgentBadges.time(agent, context.now(), context.clock().getZone()));
        name.setText(FigureFormat.printable(agent.title()));
        task.setText(agent.task() == null ? "" : AgentBadges.said(agent.task()));
        TokenUse tokens = agent.tokens();
        String cost = tokens == null ? "" : AgentBadges.cost(tokens);
        use.setText(tokens == null ? "" : AgentBadges.tokens(tokens) + (cost.isEmpty() ? "" : ", " + cost));
        RunningProgram running = agent.running();
        program.setText(running == null ? "" : FigureFormat.printable(running.command()));
        waits.setText(agent.waiting() == null ? "" : AgentBadges.said(agent.waiting()));
        boolean any = running != null || agent.waiting() != null;
        now.setVisible(any);
        now.setManaged(any);
    }
}
