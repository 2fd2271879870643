package dev.belljar.app.environment;

import dev.belljar.app.action.EnvironmentActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.problem.Problem;
import java.util.ArrayList;
import java.util.List;
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
    private final WatchedValue<HostState> host;
    private final double width;
    private final CardPane setup = new CardPane(8);
    private final CardPane template = new CardPane(8);
    private final Label problem;
    private @Nullable AcceptedEnvironment accepted;
    private @Nullable UiTask<SetupReport> readingSetup;
    private @Nullable UiTask<List<ProjectTemplate>> readingTemplates;

    /// `sandbox` is null if the dialog is about a project without a sandbox.
    SetupPane(
            UiContext context,
            EnvironmentActions actions,
            String project,
            @Nullable SandboxViewState sandbox,
            WatchedValue<HostState> host,
            double width) {
        super(16);
        this.context = context;
        this.actions = actions;
        this.project = project;
        this.sandbox = sandbox;
        this.host = host;
        this.width = width - 2 * PADDING;
        this.problem = UiParts.prose("", width, "sm", "danger");
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        setup.shown(false);
        template.shown(false);
        getChildren().setAll(setup, template, problem);
    }

    /// Requests the current state; `now` is the accepted environment of the project, without which nothing can be set
    /// up and no template can be made.
    void look(@Nullable AcceptedEnvironment now) {
        accepted = now;
        look();
    }

    /// Requests the current state. Answers to earlier requests are ignored.
    void look() {
        problem.setText("");
        if (readingSetup != null) {
            readingSetup.cancel();
        }
        if (readingTemplates != null) {
            readingTemplates.cancel();
        }
        if (sandbox != null) {
            readingSetup = actions.setup(sandbox.id())
                    .done(report -> show(sandbox, report))
                    .failed(this::fail)
                    .begin();
        }
        readingTemplates =
                actions.templates(project).done(this::show).failed(this::fail).begin();
    }

    private void fail(Problem why) {
        problem.setText(ProblemText.all(why));
    }

    private boolean running(SandboxViewState of) {
        return host.now().sandboxes().stream().anyMatch(each -> each.id().equals(of.id()) && each.running());
    }

    private void show(SandboxViewState of, SetupReport report) {
        boolean runs = running(of);
        List<Node> buttons = new ArrayList<>();
        if (report.status() != null) {
            Button output = UiParts.button(Feather.TERMINAL, TEXTS.get("setup.output"), "small", "flat");
            output.getStyleClass().add("show-setup-output");
            output.setOnAction(e -> open(TEXTS.get("output.setup", of.name()), report.log(), report.complete()));
            buttons.add(output);
        }
        if (SetupModel.running(report)) {
            Button cancel = UiParts.button(TEXTS.get("setup.cancel"), "small");
            cancel.getStyleClass().add("cancel-setup");
            cancel.setOnAction(e -> begin(cancel, actions.cancelSetup(of.id())));
            buttons.add(cancel);
        } else if (accepted != null) {
            Button again = UiParts.button(SetupModel.beginWords(report), "small");
            again.getStyleClass().add("begin-setup");
            again.setDisable(!runs);
            again.setOnAction(e -> begin(again, actions.beginSetup(of.id())));
            buttons.add(again);
        }
        fill(
                setup,
                TEXTS.get("setup.title", of.name()),
                buttons,
                SetupModel.lines(report, accepted, runs, context::dateTime));
        setup.shown(report.status() != null || accepted != null);
    }

    private void show(List<ProjectTemplate> found) {
        TemplateModel model = new TemplateModel(found);
        List<Node> buttons = new ArrayList<>();
        if (model.hasOutput()) {
            Button output = UiParts.button(Feather.TERMINAL, TEXTS.get("setup.output"), "small", "flat");
            output.getStyleClass().add("show-template-output");
            output.setOnAction(e -> actions.templateLog(project)
                    .done(log -> open(TEXTS.get("output.template"), log.text(), log.complete()))
                    .beginIn(context));
            buttons.add(output);
        }
        model.removable().ifPresent(id -> {
            Button remove = UiParts.button(TEXTS.get("template.remove"), "small", "flat");
            remove.getStyleClass().add("remove-template");
            remove.setOnAction(e -> begin(remove, actions.removeTemplate(id)));
            buttons.add(remove);
        });
        Button make = UiParts.button(model.makeWords(), "small");
        make.getStyleClass().add("make-template");
        make.setDisable(model.preparing() || accepted == null);
        make.setOnAction(e -> begin(make, actions.refreshTemplate(project)));
        buttons.add(make);
        fill(template, TEXTS.get("template.title"), buttons, model.lines(context::dateTime));
        template.shown(model.any() || accepted != null);
    }

    /// A card with a title, buttons beside it, and lines of which the first is in full colour.
    private void fill(CardPane card, String title, List<Node> buttons, List<String> lines) {
        List<Node> below = new ArrayList<>();
        for (String line : lines) {
            below.add(below.isEmpty() ? UiParts.prose(line, width) : UiParts.prose(line, width, "sm", "muted"));
        }
        card.fill(title, UiParts.row(8, buttons.toArray(Node[]::new)), below.toArray(Node[]::new));
    }

    private void open(String title, String text, boolean complete) {
        context.overlay().open(new OutputDialog(context.overlay(), title, new OutputModel(text, complete)));
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
