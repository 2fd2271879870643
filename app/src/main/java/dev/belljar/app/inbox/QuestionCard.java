package dev.belljar.app.inbox;

import dev.belljar.app.live.QuestionWords;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import dev.belljar.app.look.ScopeWords;
import dev.belljar.app.look.Segments;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.request.AnswerApproval;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// One question: a line while another is chosen; with everything known and the ways to answer when it is the one.
final class QuestionCard extends VBox {
    private final AnswerModel model = new AnswerModel();
    private final Consumer<AnswerApproval> answer;
    private final Label left = Parts.tag("", "held");
    private final Label process = Parts.growing(Parts.cut("", "mono", "m12", "muted"));
    private final Label place = Parts.prose("", 640, "sm", "held");
    private final Label detail = Parts.growing(Parts.cut("", "sm", "faint"));
    private final Label command = Parts.cut("", "mono", "m12");
    private final Label sent = Parts.text("", "sm", "muted");
    private final Label waiting = Parts.text("", "sm", "muted");
    private final Segments scope = new Segments(i -> model.scope(AnswerModel.SCOPES.get(i)));
    private final BoundsPane bounds = new BoundsPane(model, this::check);
    private final Button allow = Parts.withKey(Parts.button("Allow", "primary"), "A");
    private final Label brief = Parts.growing(Parts.cut("", "sm", "muted"));
    private final VBox rest;

    QuestionCard(Approval question, Runnable choose, Consumer<AnswerApproval> answer) {
        super(8);
        this.answer = answer;
        getStyleClass().add("question-card");
        AnswerModel.SCOPES.forEach(s -> scope.with(null, ScopeWords.of(s)));
        scope.choose(AnswerModel.SCOPES.indexOf(model.scope()));
        HBox facts = Parts.row(12, detail, sent, waiting);
        VBox box = Parts.column(4, place, process, command, facts);
        Parts.tip(box, "Process and command are as reported by the machine", "");
        box.getStyleClass().add("sunken-box");
        rest = Parts.column(12, box, ways(), bounds);
        getChildren().addAll(head(question), rest);
        unfold(false);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMousePressed(e -> choose.run());
    }

    /// Shows newer figures, open while it is the chosen one.
    void show(Approval question, boolean chosen, long now) {
        left.setText(QuestionWords.left(question, now));
        process.setText(QuestionWords.process(question));
        put(place, QuestionWords.place(question));
        put(command, QuestionWords.command(question));
        put(sent, QuestionWords.sent(question));
        brief.setText(chosen ? "" : process.getText());
        detail.setText(QuestionWords.detail(question));
        waiting.setText(QuestionWords.waiting(question));
        pseudoClassStateChanged(Pseudo.CHOSEN, chosen);
        rest.setVisible(chosen);
        rest.setManaged(chosen);
        setAccessibleText(QuestionWords.target(question) + ", " + question.sandboxName() + ", " + left.getText());
    }

    /// Answers as it stands; nothing happens while a bound is wrong.
    void act(Action action) {
        if (action == Action.DENY || model.complaint().isEmpty()) {
            answer.accept(model.of(action));
        }
    }

    /// Lets through what waits now, and keeps nothing.
    void once() {
        if (model.complaint().isEmpty()) {
            answer.accept(model.of(Action.ALLOW, Scope.ONCE));
        }
    }

    /// Another choice of for whom, to the left or to the right.
    void step(int by) {
        scope.choose(Math.clamp(scope.chosen() + by, 0, AnswerModel.SCOPES.size() - 1));
    }

    /// Shows the bounds, or hides them.
    void more() {
        unfold(!bounds.isVisible());
        if (bounds.isVisible()) {
            bounds.enter();
        }
    }

    private HBox head(Approval question) {
        StackPane sign = new StackPane(new StateShape(StateShape.Kind.HELD, 10));
        sign.getStyleClass().addAll("mark-box", "held");
        Label target = Parts.cut(QuestionWords.target(question), "mono", "semi");
        Label who = Parts.tag(question.sandboxName(), "line");
        who.setGraphic(Icon.of(Feather.BOX, 12, "muted"));
        HBox head = Parts.row(8, sign, target, Parts.tag(QuestionWords.protocol(question)), who, brief, left);
        target.setMinWidth(64);
        return head;
    }

    private HBox ways() {
        Button deny = Parts.withKey(Parts.button("Deny", "dangerous"), "D");
        deny.getStyleClass().add("deny");
        deny.setOnAction(e -> act(Action.DENY));
        allow.getStyleClass().add("allow");
        allow.setOnAction(e -> act(Action.ALLOW));
        Button more = Parts.withKey(Parts.button("More", "flat"), "Enter");
        more.setOnAction(e -> more());
        HBox ways = Parts.row(8, scope, Parts.grow(), more, deny, allow);
        scope.setMinWidth(Region.USE_PREF_SIZE);
        return ways;
    }

    private static void put(Label label, String words) {
        label.setText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }

    private void unfold(boolean next) {
        bounds.setVisible(next);
        bounds.setManaged(next);
    }

    private void check() {
        allow.setDisable(model.complaint().isPresent());
    }
}
