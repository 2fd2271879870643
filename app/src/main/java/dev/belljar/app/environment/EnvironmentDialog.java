package dev.belljar.app.environment;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Shows what a project proposes to install, run, open, copy, set and limit in its sandboxes; the user accepts it
/// whole or without some items, or rejects it. Below that are its setup in a sandbox and the project's template.
public final class EnvironmentDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(EnvironmentDialog.class);
    /// The code of the problem that the project proposes something else than what was shown.
    private static final String CHANGED = "environment.changed";

    private static final double WIDTH = 760;
    private static final double PROSE = WIDTH - 2 * PADDING;
    private static final double HEIGHT = 640;

    private final UiContext context;
    private final Actions actions;
    private final String project;
    private final @Nullable String agent;
    private final VBox items = UiParts.column(16);
    private final SetupPane setup;
    private final Label problem = UiParts.prose("", PROSE, "sm", "danger");
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 12);
    private final Button accept = UiParts.button(TEXTS.get("environment.accept"), "primary", CLICKED);
    private final Button reject = UiParts.button(TEXTS.get("environment.reject"), "flat");
    private @Nullable EnvironmentModel model;
    private boolean deciding;

    private EnvironmentDialog(
            UiContext context,
            Actions actions,
            String project,
            @Nullable SandboxViewState sandbox,
            @Nullable String agent,
            HostWatch host) {
        super(context.overlay(), WIDTH, TEXTS.get("environment.title", name(project)));
        this.context = context;
        this.actions = actions;
        this.project = project;
        this.agent = agent;
        this.setup = new SetupPane(context, actions.environments(), project, sandbox, host.state(), PROSE);
        getStyleClass().add("environment");
        icon(Feather.PACKAGE);
        setPrefHeight(HEIGHT);
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        items.getChildren().setAll(UiParts.row(8, busy, UiParts.text(TEXTS.get("environment.loading"), "muted")));
        VBox body = UiParts.column(16, items, setup, problem);
        body.getStyleClass().add("dialog-body");
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        content(scroll);
        accept.getStyleClass().add("accept-environment");
        accept.setOnAction(e -> accept());
        reject.getStyleClass().add("reject-environment");
        reject.setOnAction(e -> reject());
        offer();
    }

    /// Creates the dialog about a project with what a coding agent needs, and about its setup in a sandbox, each unless
    /// it is null.
    public static EnvironmentDialog of(
            String project,
            @Nullable SandboxViewState sandbox,
            @Nullable String agent,
            HostWatch host,
            UiContext context,
            Actions actions) {
        EnvironmentDialog dialog = new EnvironmentDialog(context, actions, project, sandbox, agent, host);
        String id = sandbox == null ? "" : sandbox.id();
        WatchRegistration watch = host.listen(EnvironmentWatch.of(id, project, dialog::changed));
        dialog.sceneProperty().addListener((at, was, now) -> {
            if (now == null) {
                watch.close();
            }
        });
        dialog.read();
        return dialog;
    }

    private static String name(String project) {
        Path last = Path.of(project).getFileName();
        return FigureFormat.printable(last == null ? project : last.toString());
    }

    private void changed() {
        actions.later(setup::look);
    }

    private void read() {
        actions.environments()
                .proposal(project, agent)
                .done(this::show)
                .failed(this::fail)
                .begin();
    }

    private void show(EnvironmentProposal proposal) {
        EnvironmentModel now = new EnvironmentModel(proposal, agent);
        model = now;
        Label badge = UiParts.tag(now.badge(), "big");
        badge.getStyleClass().add(now.style());
        end(badge);
        List<Node> parts = new ArrayList<>();
        if (!now.file().isEmpty()) {
            parts.add(UiParts.cut(now.file(), "mono", "m12", "muted"));
        }
        parts.add(UiParts.prose(now.sentence(), PROSE, now.invalid() ? "danger" : "text"));
        now.sections().forEach(section -> parts.add(section(now, section)));
        if (!now.ignored().isEmpty()) {
            VBox ignored = UiParts.column(2, UiParts.text(TEXTS.get("environment.ignored"), "section"));
            now.ignored().forEach(line -> ignored.getChildren().add(UiParts.prose(line, PROSE, "sm", "muted")));
            parts.add(ignored);
        }
        items.getChildren().setAll(parts);
        offer();
        setup.look(proposal.accepted());
    }

    private Node section(EnvironmentModel now, EnvironmentModel.SectionItems section) {
        CardPane card = new CardPane();
        card.rows(section.items().stream()
                .map(item -> new EnvironmentItemRow(item, now, PROSE - 24, this::offer))
                .toList());
        return UiParts.column(4, UiParts.text(section.title(), "section"), card);
    }

    /// Shows the buttons for what can be done now.
    private void offer() {
        EnvironmentModel now = model;
        boolean acceptable = now != null && now.acceptable();
        accept.setDisable(deciding);
        accept.setText(now == null ? "" : now.acceptWords());
        reject.setDisable(deciding);
        foot(
                now != null && now.rejectable() ? List.of(reject) : List.of(),
                TEXTS.get("environment.close"),
                acceptable ? new Button[] {accept} : new Button[0]);
    }

    private void accept() {
        EnvironmentModel now = model;
        if (now != null && now.acceptable()) {
            decide(actions.environments().accept(now.accept()), now.acceptedWords());
        }
    }

    private void reject() {
        EnvironmentModel now = model;
        if (now != null && now.rejectable()) {
            decide(actions.environments().reject(now.reject()), TEXTS.get("environment.rejected.said"));
        }
    }

    private void decide(UiTask<EnvironmentProposal> task, String words) {
        problem.setText("");
        deciding = true;
        offer();
        task.done(proposal -> {
                    deciding = false;
                    context.overlay().say(Feather.PACKAGE, words, "ok");
                    show(proposal);
                })
                .failed(this::refused)
                .begin();
    }

    private void refused(Problem why) {
        deciding = false;
        offer();
        if (why.code().equals(CHANGED)) {
            problem.setText(TEXTS.get("environment.changed.meanwhile"));
            read();
        } else {
            problem.setText(ProblemText.all(why));
        }
    }

    private void fail(Problem why) {
        model = null;
        offer();
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("environment.again"), "small");
        again.setOnAction(e -> read());
        items.getChildren()
                .setAll(UiParts.prose(ProblemText.detail(why), PROSE, "danger"), ProblemPane.code(why), again);
    }
}
