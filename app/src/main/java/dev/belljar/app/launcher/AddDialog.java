package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.host.HostStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Asks for name and limits of a new sandbox and, for a folder without git, for consent to capture it.
public final class AddDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(AddDialog.class);

    private static final List<NetworkMode> ORDER =
            List.of(NetworkMode.ASK, NetworkMode.CLOSED, NetworkMode.REGISTRIES, NetworkMode.OPEN);

    private final AddModel model;
    private final UiContext context;
    private final Actions actions;
    private final Consumer<Sandbox> created;
    private final TextField name;
    private final Label complaint = UiParts.prose("", 400, "sm", "danger");
    private final VBox problemBox = new VBox();
    private final VBox consent = new VBox();
    private final ProposalNotice environment;
    private final LimitFields limits;
    private final Button create = UiParts.button(TEXTS.get("add.create"), "primary");
    private final CheckBox accepted = new CheckBox();
    private final Label working = UiParts.text("", "sm", "muted");
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 12);
    private @Nullable UiTask<Sandbox> doing;

    private AddDialog(AddModel model, UiContext context, Actions actions, Consumer<Sandbox> created) {
        super(context.overlay(), 480, TEXTS.get("add.title", model.name()));
        this.model = model;
        this.context = context;
        this.actions = actions;
        this.created = created;
        this.name = new TextField(model.name());
        this.limits = new LimitFields(model, this::check);
        this.environment = new ProposalNotice(model, actions, () -> limits.show(model));
        accepted.setText(TEXTS.get("add.emulation.accept"));
        accepted.selectedProperty().addListener((at, was, now) -> check());
        name.setAccessibleText(TEXTS.get("add.name"));
        name.textProperty().addListener((at, was, now) -> {
            model.name(now);
            check();
        });
        VBox body = body(16, where(), LimitFields.field(TEXTS.get("add.name"), name), limits, network());
        if (!model.git()) {
            body.getChildren().add(plainFolder());
        }
        consent.managedProperty().bind(Bindings.isNotEmpty(consent.getChildren()));
        model.emulation().ifPresent(this::askEmulation);
        problemBox.setSpacing(8);
        showProblem(false);
        body.getChildren().addAll(environment, consent, complaint, problemBox);
        create.setOnAction(e -> begin());
        foot(List.of(busy, working), TEXTS.get("add.cancel"), create);
        idle();
        check();
    }

    /// Opens the dialog for a folder, after a separate thread has checked whether it is a git repository.
    public static void open(
            Path folder, HostStatus host, UiContext context, Actions actions, Consumer<Sandbox> created) {
        Thread.ofVirtual().name("belljar-folder").start(() -> {
            boolean git = AddModel.isRepository(folder);
            actions.later(() -> {
                AddModel model = new AddModel(folder, git, host.defaults(), host.most());
                model.emulation(unaccepted(host));
                AddDialog dialog = new AddDialog(model, context, actions, created);
                context.overlay().open(dialog);
                dialog.environment.look();
            });
        });
    }

    private static @Nullable String unaccepted(HostStatus host) {
        boolean emulated = switch (host.acceleration().kind()) {
            case KVM_UNUSABLE, NO_KVM -> true;
            case KVM, UNKNOWN -> false;
        };
        return emulated && !host.emulationAccepted()
                ? host.acceleration().reason() + " " + host.acceleration().cost()
                : null;
    }

    /// Asks for consent to emulation: once per user, before anything of a project runs under it.
    private void askEmulation(String risk) {
        model.emulation(risk);
        accepted.setSelected(false);
        consent.getChildren().setAll(warning(TEXTS.get("add.emulation.title"), risk, accepted));
    }

    private Node where() {
        return UiParts.row(
                8,
                Icon.of(Feather.FOLDER, 14, "faint"),
                UiParts.cut(FigureFormat.home(model.folder().toString()), "mono", "m12", "muted"));
    }

    private VBox network() {
        Label sentence = UiParts.prose(NetworkModeDisplay.sentence(model.networkMode()), 432, "sm", "muted");
        sentence.setMinHeight(38);
        SegmentedControl choices = new SegmentedControl(index -> {
            model.networkMode(ORDER.get(index));
            sentence.setText(NetworkModeDisplay.sentence(model.networkMode()));
        });
        ORDER.forEach(mode -> choices.with(null, NetworkModeDisplay.title(mode)));
        return UiParts.column(6, LimitFields.field(TEXTS.get("add.network"), new HBox(choices)), sentence);
    }

    private static Node plainFolder() {
        return warning(TEXTS.get("add.plain.title"), TEXTS.get("add.plain.text"));
    }

    private static Node warning(String title, String sentence, Node... more) {
        return new NoticeBox(Feather.ALERT_TRIANGLE, "warn", title, sentence, more);
    }

    private void check() {
        String words = model.complaint().orElse("");
        complaint.setText(words);
        complaint.setVisible(!words.isEmpty());
        complaint.setManaged(!words.isEmpty());
        name.pseudoClassStateChanged(PseudoClasses.BAD, !words.isEmpty());
        boolean unanswered = model.emulation().isPresent() && !accepted.isSelected();
        create.setDisable(!words.isEmpty() || unanswered || doing != null);
        environment.busy(doing != null);
    }

    private void begin() {
        busy.setVisible(true);
        working.setText(TEXTS.get("add.working"));
        showProblem(false);
        if (model.emulation().isPresent()) {
            accept();
            return;
        }
        doing = actions.sandboxes()
                .create(model.request(!model.git()))
                .done(sandbox -> {
                    doing = null;
                    boolean _ = context.overlay().close(this);
                    created.accept(sandbox);
                })
                .failed(this::fail)
                .cancelled(this::idle)
                .begin();
        check();
    }

    private void accept() {
        actions.host()
                .acceptEmulation()
                .done(host -> {
                    model.emulation(null);
                    begin();
                })
                .failed(this::fail)
                .begin();
    }

    private void fail(Problem problem) {
        doing = null;
        idle();
        if (problem.code().equals(ProblemCode.EMULATION_NOT_ACCEPTED.code())) {
            // A host on which nothing was started yet reports this only now, and has recorded no consent.
            askEmulation(ProblemText.detail(problem));
            check();
            return;
        }
        problemBox
                .getChildren()
                .setAll(UiParts.prose(ProblemText.detail(problem), 432, "danger"), ProblemPane.code(problem));
        showProblem(true);
        check();
    }

    private void showProblem(boolean is) {
        problemBox.setVisible(is);
        problemBox.setManaged(is);
    }

    private void idle() {
        busy.setVisible(false);
        working.setText("");
    }

    /// Cancels a creation under way first.
    @Override
    protected void leave() {
        UiTask<Sandbox> running = doing;
        if (running == null) {
            super.leave();
        } else {
            doing = null;
            running.cancel();
            check();
        }
    }
}
