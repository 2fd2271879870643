package dev.belljar.app.approvals;

import dev.belljar.app.state.ApprovalList;
import dev.belljar.app.state.ApprovalText;
import dev.belljar.app.ui.MotionSettings;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
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
public final class ApprovalDock extends HBox {
    private final ApprovalActions deeds;
    private final Label target = UiParts.cut("", "mono", "semi");
    private final Label protocol = UiParts.tag("");
    private final Label left = UiParts.tag("", "held");
    private final Label who = UiParts.cut("", "sm", "muted");
    private final Button once = UiParts.withKey(UiParts.button("Once"), "O");
    private final Button sandbox = UiParts.withKey(UiParts.button("This sandbox"), "A");
    private final Button deny = UiParts.withKey(UiParts.button("Deny", "dangerous"), "D");
    private final Button all = UiParts.button("All", "flat");
    private final HBox ways = UiParts.row(8, once, sandbox, deny, all);
    private final AnswerGuard careful = new AnswerGuard();
    private @Nullable Approval shown;
    private boolean folded;

    public ApprovalDock(ApprovalActions deeds) {
        super(12);
        this.deeds = deeds;
        getStyleClass().add("dock");
        StackPane sign = new StackPane(new StateShape(StateShape.Kind.HELD, 12));
        sign.getStyleClass().addAll("mark-box", "large", "held");
        target.setMinWidth(48);
        HBox first = UiParts.row(8, target, protocol, left);
        VBox words = UiParts.growing(UiParts.column(2, first, who));
        words.setMinWidth(0);
        words.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
        ways.setMinWidth(USE_PREF_SIZE);
        once.setOnAction(e -> answer(RuleAction.ALLOW, RuleScope.ONCE));
        sandbox.setOnAction(e -> answer(RuleAction.ALLOW, RuleScope.SANDBOX));
        deny.setOnAction(e -> answer(RuleAction.DENY, RuleScope.SANDBOX));
        all.setOnAction(e -> open());
        UiParts.tip(once, "Let through what waits now", "");
        UiParts.tip(sandbox, "Allow for this sandbox", "");
        UiParts.tip(deny, "Deny for this sandbox", "");
        addEventHandler(KeyEvent.KEY_RELEASED, e -> careful.released());
        getChildren().addAll(sign, words, ways);
        addEventHandler(KeyEvent.KEY_PRESSED, this::key);
        put(false);
    }

    /// Shows the oldest of those that wait, and how many others do; `elsewhere` are told of in the room itself.
    public void show(ApprovalList questions, String elsewhere, long now) {
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
        } else if ((before == null || !before.id().equals(next.id())) && MotionSettings.passing()) {
            careful.begin();
        }
        shown = next;
        put(next != null && !folded);
        if (next != null) {
            draw(next, waiting.size(), now);
        }
    }

    private void draw(Approval question, int count, long now) {
        target.setText(ApprovalText.target(question));
        protocol.setText(ApprovalText.protocol(question));
        left.setText(ApprovalText.left(question, now));
        who.setText(question.sandboxName() + " · " + ApprovalText.process(question) + " · "
                + ApprovalText.waiting(question));
        all.setText("All " + count);
        setAccessibleText("Waiting for you: " + target.getText());
    }

    private void key(KeyEvent e) {
        boolean letter = e.getCode() == KeyCode.A || e.getCode() == KeyCode.O || e.getCode() == KeyCode.D;
        if (letter && careful.mayAnswer()) {
            RuleScope scope = e.getCode() == KeyCode.O ? RuleScope.ONCE : RuleScope.SANDBOX;
            answer(e.getCode() == KeyCode.D ? RuleAction.DENY : RuleAction.ALLOW, scope);
        } else if (e.getCode() == KeyCode.ESCAPE) {
            folded = true;
            put(false);
        } else {
            return;
        }
        e.consume();
    }

    private void answer(RuleAction action, RuleScope scope) {
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
