package dev.belljar.app.codingagent;

import dev.belljar.app.action.Actions;
import dev.belljar.app.codingagent.StartAgentModel.AgentLine;
import dev.belljar.app.codingagent.StartAgentModel.MissingCredential;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Lists the coding agents, and starts one in the session of a sandbox. An agent that the user has not
/// accepted for the project leads to the review of what it needs.
public final class StartAgentDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(StartAgentDialog.class);
    private static final double WIDTH = 640;
    private static final double PROSE = WIDTH - 2 * PADDING;
    private static final double WORDS = PROSE - 140;
    private static final double LIST_MOST = 340;
    private static final double BORDERS = 2;
    private static final Insets AROUND = new Insets(8, 0, 8, 0);

    private final SandboxViewState sandbox;
    private final UiContext context;
    private final Actions actions;
    private final CardPane rows = new CardPane();
    private final Label problemLabel = UiParts.prose("", PROSE, "sm", "danger");

    /// Requests the agents at once.
    public StartAgentDialog(SandboxViewState sandbox, UiContext context, Actions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("agent.title", sandbox.name()));
        this.sandbox = sandbox;
        this.context = context;
        this.actions = actions;
        getStyleClass().add("start-agent");
        icon(Feather.PLAY);
        problemLabel.managedProperty().bind(problemLabel.textProperty().isNotEmpty());
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMaxHeight(LIST_MOST);
        // The dialog is laid out before the agents are known.
        scroll.minHeightProperty().bind(Bindings.min(rows.heightProperty().add(BORDERS), LIST_MOST));
        scroll.setFocusTraversable(false);
        body(12, UiParts.prose(TEXTS.get("agent.about"), PROSE, "muted"), scroll, problemLabel);
        foot(List.of(), TEXTS.get("agent.close"));
        rows.rows(List.of(UiParts.row(
                8, new StateShape(StateShape.ShapeKind.BUSY, 12), UiParts.text(TEXTS.get("agent.loading"), "muted"))));
        load();
    }

    private void load() {
        actions.environments()
                .agents(project())
                .done(this::show)
                .failed(this::fail)
                .begin();
    }

    private String project() {
        return sandbox.reported().spec().project();
    }

    private void show(CodingAgentList list) {
        rows.rows(new StartAgentModel(list).lines().stream().map(this::row).toList());
    }

    private HBox row(AgentLine line) {
        VBox words = UiParts.column(2, UiParts.text(line.title(), "med"));
        if (!line.about().isEmpty()) {
            words.getChildren().add(UiParts.prose(line.about(), WORDS, "sm", "muted"));
        }
        if (!line.secret().isEmpty()) {
            words.getChildren().add(UiParts.prose(line.secret(), WORDS, "sm", line.warns() ? "warn" : "muted"));
        }
        MissingCredential missing = line.missing();
        if (missing != null) {
            words.getChildren().add(new CredentialRow(line, missing, actions, WORDS, this::load));
        }
        words.setMinWidth(0);
        words.setPadding(AROUND);
        Button start = UiParts.button(TEXTS.get("agent.start"), "small", "start-" + line.name());
        start.setAccessibleText(TEXTS.get("agent.start.name", line.title()));
        start.setDisable(!line.startable());
        start.setOnAction(e -> start(line, start));
        HBox row = UiParts.row(8, Icon.of(Feather.TERMINAL, 14, "muted"), UiParts.growing(words), start);
        row.getStyleClass().addAll("rule-row", "tall");
        return row;
    }

    private void start(AgentLine line, Button button) {
        problemLabel.setText("");
        button.setDisable(true);
        actions.environments()
                .startAgent(sandbox.id(), line.name())
                .done(this::started)
                .failed(problem -> {
                    button.setDisable(false);
                    refused(problem, line);
                })
                .begin();
    }

    private void started(StartedCodingAgent started) {
        leave();
        context.overlay()
                .say(
                        Feather.TERMINAL,
                        StartAgentModel.said(started, sandbox.name()),
                        started.tab() == null ? "warn" : "ok");
        actions.navigation().go(new Location.SandboxScreen(sandbox.name(), ScreenKind.TERMINAL));
    }

    private void refused(Problem problem, AgentLine line) {
        switch (StartAgentModel.next(problem)) {
            case REVIEW -> {
                leave();
                actions.navigation().open(new DialogKind.ShowEnvironment(project(), sandbox, line.name()));
            }
            case SET_UP ->
                actions.environments()
                        .beginSetup(sandbox.id())
                        .done(_ -> problemLabel.setText(TEXTS.get("agent.setup", line.title())))
                        .failed(this::fail)
                        .begin();
            case SAY -> fail(problem);
        }
    }

    private void fail(Problem problem) {
        problemLabel.setText(ProblemText.all(problem));
    }
}
