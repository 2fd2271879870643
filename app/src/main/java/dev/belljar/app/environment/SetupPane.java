package dev.belljar.app.environment;

import dev.belljar.app.action.EnvironmentActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The setup of the environment in a sandbox, and the template of its project, each with its buttons.
final class SetupPane extends VBox {
    private static final Texts TEXTS = Texts.of(SetupPane.class);
    private static final double PADDING = 16;

    private final UiContext context;
    private final EnvironmentActions actions;
    private final String project;
    private final @Nullable SandboxViewState sandbox;
    private final double width;
    private final CardPane setup = new CardPane(8);
    private final CardPane template = new CardPane(8);
    private final Label problem;
    private boolean accepted;

    /// `sandbox` is null if the dialog is about a project without a sandbox.
    SetupPane(
            UiContext context,
            EnvironmentActions actions,
            String project,
            @Nullable SandboxViewState sandbox,
            double width) {
        super(16);
        this.context = context;
        this.actions = actions;
        this.project = project;
        this.sandbox = sandbox;
        this.width = width - 2 * PADDING;
        this.problem = UiParts.prose("", width, "sm", "danger");
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        setup.shown(false);
        template.shown(false);
        getChildren().setAll(setup, template, problem);
    }

    /// Requests the current state; `accepted` is true if the project has an accepted environment, without which no
    /// template can be made.
    void look(boolean isAccepted) {
        accepted = isAccepted;
        look();
    }

    /// Requests the current state.
    void look() {
        if (sandbox != null) {
            actions.setup(sandbox.id())
                    .done(this::show)
                    .failed(_ -> setup.shown(false))
                    .begin();
        }
        actions.template(project)
                .done(this::show)
                .failed(_ -> template.shown(false))
                .begin();
    }

    private void show(SetupReport report) {
        if (sandbox == null) {
            return;
        }
        Button output = UiParts.button(Feather.TERMINAL, TEXTS.get("setup.output"), "small", "flat");
        output.getStyleClass().add("show-setup-output");
        output.setOnAction(e -> open(TEXTS.get("output.setup", sandbox.name()), report.log(), report.complete()));
        List<Node> buttons = new ArrayList<>();
        if (report.status() != null) {
            buttons.add(output);
        }
        if (SetupModel.running(report)) {
            Button cancel = UiParts.button(TEXTS.get("setup.cancel"), "small");
            cancel.getStyleClass().add("cancel-setup");
            cancel.setOnAction(e -> begin(cancel, actions.cancelSetup(sandbox.id())));
            buttons.add(cancel);
        } else if (report.accepted() != null) {
            Button again = UiParts.button(SetupModel.beginWords(report), "small");
            again.getStyleClass().add("begin-setup");
            again.setDisable(!sandbox.running());
            again.setOnAction(e -> begin(again, actions.beginSetup(sandbox.id())));
            buttons.add(again);
        }
        List<String> lines = new ArrayList<>(List.of(SetupModel.setup(report, context::dateTime)));
        lines.add(SetupModel.fetched(report.fetched()));
        if (report.accepted() != null && !sandbox.running() && !SetupModel.done(report)) {
            lines.add(TEXTS.get("setup.stopped"));
        }
        fill(setup, TEXTS.get("setup.title", sandbox.name()), buttons, lines);
        setup.shown(report.status() != null || report.accepted() != null);
    }

    private void show(Optional<ProjectTemplate> found) {
        ProjectTemplate now = found.orElse(null);
        List<Node> buttons = new ArrayList<>();
        if (now != null) {
            Button output = UiParts.button(Feather.TERMINAL, TEXTS.get("setup.output"), "small", "flat");
            output.setOnAction(e -> actions.templateLog(project)
                    .done(log -> open(TEXTS.get("output.template"), log.text(), log.complete()))
                    .beginIn(context));
            buttons.add(output);
        }
        if (now != null && !SetupModel.preparing(now)) {
            Button remove = UiParts.button(TEXTS.get("template.remove"), "small", "flat");
            remove.setOnAction(e -> begin(remove, actions.removeTemplate(now.id())));
            buttons.add(remove);
        }
        Button make = UiParts.button(SetupModel.makeWords(now), "small");
        make.getStyleClass().add("make-template");
        make.setDisable(SetupModel.preparing(now) || !accepted);
        make.setOnAction(e -> begin(make, actions.refreshTemplate(project)));
        buttons.add(make);
        List<String> lines = new ArrayList<>(List.of(SetupModel.template(now, context::dateTime)));
        lines.addAll(SetupModel.details(now));
        fill(template, TEXTS.get("template.title"), buttons, lines);
        template.shown(now != null || accepted);
    }

    /// A card with a title, buttons beside it, and lines of which the first is in full colour.
    private void fill(CardPane card, String title, List<Node> buttons, List<String> lines) {
        List<Node> below = new ArrayList<>();
        for (String line : lines) {
            if (!line.isEmpty()) {
                below.add(below.isEmpty() ? UiParts.prose(line, width) : UiParts.prose(line, width, "sm", "muted"));
            }
        }
        card.fill(title, UiParts.row(8, buttons.toArray(Node[]::new)), below.toArray(Node[]::new));
    }

    private void open(String title, String text, boolean complete) {
        context.overlay().open(new OutputDialog(context.overlay(), title, text, complete));
    }

    private void begin(Button pressed, UiTask<?> task) {
        problem.setText("");
        pressed.setDisable(true);
        task.done(_ -> look())
                .failed(why -> {
                    pressed.setDisable(false);
                    problem.setText(ProblemText.all(why));
                })
                .begin();
    }
}
