package dev.belljar.app.codingagent;

import dev.belljar.app.action.EnvironmentActions;
import dev.belljar.app.codingagent.LookedLines.LineCounts;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.AgentBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The line below the tabs of a sandbox that says what its coding agent does. In a narrow window, parts go from the
/// right; the state and the program stay.
public final class AgentLine extends HBox {
    private static final Texts TEXTS = Texts.of(AgentLine.class);
    private static final double GAP = 12;
    private static final int LONGEST_PROGRAM = 36;
    /// The widths from which the parts are shown: lines, run time, tokens, cost, pause.
    private static final double[] FROM = {620, 760, 840, 900, 980};

    private final String sandbox;
    private final EnvironmentActions actions;
    private final UiContext context;
    private final LookedLines looked = new LookedLines();
    private final StateShape shape = new StateShape(StateShape.ShapeKind.IDLE, 10);
    private final Label word = UiParts.text("", "sm", "med");
    private final Label since = UiParts.text("", "sm", "faint");
    private final Label name = UiParts.text("", "sm", "med");
    private final Label task = UiParts.cut("", "sm", "muted");
    private final Label program = UiParts.cut("", "mono", "sm");
    private final Label ran = UiParts.text("", "sm", "faint");
    private final Label waits = UiParts.cut("", "sm", "held");
    private final Label added = UiParts.text("", "sm", "ok");
    private final Label removed = UiParts.text("", "sm", "danger");
    private final Label time = UiParts.text("", "sm", "muted");
    private final Label tokens = UiParts.text("", "sm", "muted");
    private final Label cost = UiParts.text("", "sm", "muted");
    private final Button pause = UiParts.button("", "flat", "small");
    private @Nullable CodingAgentStatus agent;

    public AgentLine(String sandbox, EnvironmentActions actions, UiContext context) {
        super(GAP);
        this.sandbox = sandbox;
        this.actions = actions;
        this.context = context;
        getStyleClass().addAll("row", "agent-line");
        setAlignment(Pos.CENTER_LEFT);
        for (Label each : List.of(task, waits, tokens, cost)) {
            UiParts.tip(each, TEXTS.get("line.reported"), "");
        }
        UiParts.tip(added, TEXTS.get("line.lines.tip"), "");
        UiParts.tip(removed, TEXTS.get("line.lines.tip"), "");
        program.setMinWidth(USE_PREF_SIZE);
        pause.setOnAction(e -> pause());
        setMinWidth(0);
        widthProperty().addListener((at, was, now) -> fit());
        hide();
    }

    /// Takes the changed lines.
    public LookedLines looked() {
        return looked;
    }

    /// Shows the agent that matters most; nothing if there is none.
    public void show(@Nullable CodingAgentStatus next) {
        agent = next;
        if (next == null) {
            hide();
            return;
        }
        long now = context.now();
        shape.show(AgentBadges.kind(next));
        word.setText(AgentBadges.word(next));
        word.getStyleClass().setAll("label", "sm", "med", AgentBadges.style(next));
        since.setText(AgentBadges.time(next, now, context.clock().getZone()));
        name.setText(FigureFormat.printable(next.title()));
        task.setText(next.task() == null ? "" : AgentBadges.said(next.task()));
        RunningProgram running = next.running();
        Integer exit = next.exit();
        program.setText(
                running != null
                        ? FigureFormat.middle(FigureFormat.printable(running.command()), LONGEST_PROGRAM)
                        : exit != null && exit != 0 ? TEXTS.get("line.exit", exit) : "");
        ran.setText(running == null ? "" : FigureFormat.span(now - running.since()));
        waits.setText(next.waiting() == null ? "" : TEXTS.get("line.asks", AgentBadges.said(next.waiting())));
        time.setText(FigureFormat.span(next.runMillis(now)));
        TokenUse use = next.tokens();
        tokens.setText(use == null ? "" : AgentBadges.tokens(use));
        cost.setText(use == null ? "" : AgentBadges.cost(use));
        LineCounts counts = looked.counts();
        added.setText(counts.none() ? "" : TEXTS.get("line.lines.added", counts.added()));
        removed.setText(counts.none() ? "" : TEXTS.get("line.lines.removed", counts.removed()));
        pause.setText(TEXTS.get(next.paused() ? "line.continue" : "line.pause"));
        pause.setGraphic(Icon.of(next.paused() ? Feather.PLAY : Feather.PAUSE, 12));
        setVisible(true);
        setManaged(true);
        fit();
    }

    private void hide() {
        setVisible(false);
        setManaged(false);
    }

    private void fit() {
        CodingAgentStatus shown = agent;
        if (shown == null) {
            return;
        }
        double width = getWidth();
        getChildren().setAll(shape, UiParts.row(6, word, since), name);
        add(task, 0);
        add(UiParts.row(6, program, ran), program, 0);
        add(waits, 0);
        add(UiParts.row(4, added, removed), added, FROM[0]);
        add(time, FROM[1]);
        add(tokens, FROM[2]);
        add(cost, FROM[3]);
        getChildren().add(UiParts.grow());
        if (shown.alive() && width >= FROM[4]) {
            getChildren().add(pause);
        }
    }

    private void add(Label part, double from) {
        add(part, part, from);
    }

    private void add(Node part, Label words, double from) {
        if (!words.getText().isEmpty() && getWidth() >= from) {
            getChildren().addAll(UiParts.separator(), part);
        }
    }

    private void pause() {
        CodingAgentStatus now = agent;
        if (now == null) {
            return;
        }
        boolean stop = !now.paused();
        pause.setDisable(true);
        actions.pauseAgent(sandbox, now.agent(), stop)
                .done(next -> {
                    pause.setDisable(false);
                    show(next);
                })
                .failed(problem -> {
                    pause.setDisable(false);
                    context.overlay()
                            .say(
                                    Feather.X_OCTAGON,
                                    TEXTS.get(
                                            stop ? "line.pause.failed" : "line.continue.failed",
                                            now.title(),
                                            ProblemText.detail(problem)),
                                    "danger");
                })
                .begin();
    }
}
