package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.ScopeText;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The form that adds a rule; an error of the host agent is shown below the fields, and its field is marked.
final class RuleForm extends VBox {
    private static final Texts TEXTS = Texts.of(RuleForm.class);
    private static final List<RuleScope> SCOPES = List.of(RuleScope.SANDBOX, RuleScope.PROJECT, RuleScope.USER);

    private final PolicyWork work;
    private final SegmentedControl action = new SegmentedControl(this::acting)
            .with(null, TEXTS.get("rule.form.allow"))
            .with(null, TEXTS.get("rule.form.deny"));
    private final SegmentedControl scope = new SegmentedControl(i -> {});
    private final TextField destination = field(TEXTS.get("rule.form.prompt.destination"), 248);
    private final TextField ports = field(TEXTS.get("rule.form.prompt.any"), 96);
    private final TextField program = field(TEXTS.get("rule.form.prompt.program"), 176);
    private final TextField upload = field(TEXTS.get("rule.form.prompt.unlimited"), 84);
    private final CheckBox any = new CheckBox(TEXTS.get("rule.form.any"));
    private final Label complaint = UiParts.prose("", 860, "sm", "danger");
    private final Button add = UiParts.button(TEXTS.get("rule.form.add"), "primary");

    RuleForm(PolicyWork work) {
        super(8);
        this.work = work;
        getStyleClass().add("rule-form");
        SCOPES.forEach(s -> scope.with(null, ScopeText.of(s)));
        add.getStyleClass().add("add-rule");
        add.setOnAction(e -> act());
        HBox fields = UiParts.row(
                8,
                titled(TEXTS.get("rule.form.rule"), action),
                titled(TEXTS.get("rule.form.destination"), destination),
                titled(TEXTS.get("rule.form.ports"), ports),
                titled(TEXTS.get("rule.form.program"), program),
                titled(TEXTS.get("rule.form.upload"), upload));
        HBox whom =
                UiParts.row(8, UiParts.text(TEXTS.get("rule.form.for"), "section"), scope, any, UiParts.grow(), add);
        getChildren().addAll(fields, complaint, whom);
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && e.getTarget() instanceof TextField) {
                act();
                e.consume();
            }
        });
        complain(null, "");
    }

    /// Only a rule that allows can be for any protocol.
    private void acting(int chosen) {
        any.setDisable(chosen != 0);
    }

    /// Starts a rule for this destination, `name:port`.
    void begin(String proposed) {
        RuleModel.RuleTarget target = RuleModel.proposed(proposed);
        destination.setText(target.destination());
        ports.setText(target.ports());
        destination.requestFocus();
        destination.selectAll();
    }

    private void act() {
        String where = destination.getText().strip();
        Optional<String> wrong = RuleModel.complaint(where);
        if (wrong.isPresent()) {
            complain(destination, wrong.get());
            return;
        }
        boolean allow = action.chosen() == 0;
        String words = RuleSyntax.typed(
                allow ? "allow" : "deny", where, text(ports), allow && any.isSelected(), text(program), text(upload));
        complain(null, "");
        work.begin(
                work.actions().policies().add(work.sandbox(), words, SCOPES.get(scope.chosen())),
                this::added,
                this::failed);
    }

    private void added(PolicyView view) {
        List.of(destination, ports, program, upload).forEach(TextField::clear);
        any.setSelected(false);
        work.changed().accept(view);
    }

    private void failed(Problem problem) {
        TextField field = switch (RuleModel.wrong(problem)) {
            case DESTINATION -> destination;
            case PORTS -> ports;
            case PROGRAM -> program;
            case UPLOAD -> upload;
        };
        complain(field, RuleModel.refusal(problem));
    }

    private void complain(@org.jspecify.annotations.Nullable TextField wrong, String words) {
        List.of(destination, ports, program, upload)
                .forEach(f -> f.pseudoClassStateChanged(PseudoClasses.BAD, f.equals(wrong)));
        complaint.setText(words);
        complaint.setVisible(!words.isEmpty());
        complaint.setManaged(!words.isEmpty());
        if (wrong != null) {
            wrong.requestFocus();
        }
    }

    private static String text(TextField field) {
        return field.getText().strip();
    }

    private static TextField field(String prompt, double width) {
        TextField field = new TextField();
        field.setPromptText(prompt);
        field.setPrefWidth(width);
        return field;
    }

    private static VBox titled(String title, javafx.scene.layout.Region part) {
        Label label = UiParts.text(title, "section");
        label.setLabelFor(part);
        part.setAccessibleText(title);
        return UiParts.column(4, label, part);
    }
}
