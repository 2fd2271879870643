package dev.belljar.app.inbox;

import dev.belljar.app.live.QuestionWords;
import dev.belljar.app.live.Questions;
import dev.belljar.app.look.Motion;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.request.AnswerApproval;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// The question that has waited longest at the lower edge of every room; it never takes the keyboard by itself.
///
/// The one that is shown stays until it ends. When one appears, or takes another's place, the buttons do nothing for
/// half a second, so that a click meant for what was there before does not answer it.
public final class QuestionDock extends HBox {
    private final QuestionDeeds deeds;
    private final Label target = Parts.cut("", "mono", "semi");
    private final Label protocol = Parts.tag("");
    private final Label left = Parts.tag("", "held");
    private final Label who = Parts.cut("", "sm", "muted");
    private final Button once = Parts.withKey(Parts.button("Once"), "O");
    private final Button sandbox = Parts.withKey(Parts.button("This sandbox"), "A");
    private final Button deny = Parts.withKey(Parts.button("Deny", "dangerous"), "D");
    private final Button all = Parts.button("All", "flat");
    private final HBox ways = Parts.row(8, once, sandbox, deny, all);
    private final Careful careful = new Careful();
    private @Nullable Approval shown;
    private boolean folded;

    public QuestionDock(QuestionDeeds deeds) {
        super(12);
        this.deeds = deeds;
        getStyleClass().add("dock");
        StackPane sign = new StackPane(new StateShape(StateShape.Kind.HELD, 12));
        sign.getStyleClass().addAll("mark-box", "large", "held");
        target.setMinWidth(48);
        HBox first = Parts.row(8, target, protocol, left);
        VBox words = Parts.growing(Parts.column(2, first, who));
        words.setMinWidth(0);
        words.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
        ways.setMinWidth(USE_PREF_SIZE);
        once.setOnAction(e -> answer(Action.ALLOW, Scope.ONCE));
        sandbox.setOnAction(e -> answer(Action.ALLOW, Scope.SANDBOX));
        deny.setOnAction(e -> answer(Action.DENY, Scope.SANDBOX));
        all.setOnAction(e -> open());
        Parts.tip(once, "Let through what waits now", "");
        Parts.tip(sandbox, "Allow for this sandbox", "");
        Parts.tip(deny, "Deny for this sandbox", "");
        addEventHandler(KeyEvent.KEY_RELEASED, e -> careful.released());
        getChildren().addAll(sign, words, ways);
        addEventHandler(KeyEvent.KEY_PRESSED, this::key);
        put(false);
    }

    /// Shows the oldest of those that wait, and how many others do; `elsewhere` are told of in the room itself.
    public void show(Questions questions, String elsewhere, long now) {
        List<Approval> waiting = questions.waiting().stream()
                .filter(q -> !q.sandbox().equals(elsewhere))
                .toList();
        Approval before = shown;
        Approval next = waiting.stream()
                .filter(q -> before != null && q.id().equals(before.id()))
                .findFirst()
                .orElse(waiting.isEmpty() ? null : waiting.getFirst());
        if (next == null) {
            folded = false;
        } else if ((before == null || !before.id().equals(next.id())) && Motion.passing()) {
            careful.begin();
        }
        shown = next;
        put(next != null && !folded);
        if (next != null) {
            draw(next, waiting.size(), now);
        }
    }

    private void draw(Approval question, int count, long now) {
        target.setText(QuestionWords.target(question));
        protocol.setText(QuestionWords.protocol(question));
        left.setText(QuestionWords.left(question, now));
        who.setText(question.sandboxName() + " · " + QuestionWords.process(question) + " · "
                + QuestionWords.waiting(question));
        all.setText("All " + count);
        setAccessibleText("Waiting for you: " + target.getText());
    }

    private void key(KeyEvent e) {
        boolean letter = e.getCode() == KeyCode.A || e.getCode() == KeyCode.O || e.getCode() == KeyCode.D;
        if (letter && careful.mayAnswer()) {
            Scope scope = e.getCode() == KeyCode.O ? Scope.ONCE : Scope.SANDBOX;
            answer(e.getCode() == KeyCode.D ? Action.DENY : Action.ALLOW, scope);
        } else if (e.getCode() == KeyCode.ESCAPE) {
            folded = true;
            put(false);
        } else {
            return;
        }
        e.consume();
    }

    private void answer(Action action, Scope scope) {
        Approval question = shown;
        if (question != null && careful.calm()) {
            deeds.answer(question, new AnswerApproval(action, scope, null, null));
        }
    }

    private void open() {
        Approval question = shown;
        deeds.inbox(question == null ? "" : question.id());
    }

    private void put(boolean there) {
        setVisible(there);
        setManaged(there);
    }
}
