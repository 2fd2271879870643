package dev.belljar.app.approvals;

import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ScopeText;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A pending approval: all details and the buttons to answer if it is selected, otherwise one line.
final class ApprovalCard extends CardPane {
    private static final Texts TEXTS = Texts.of(ApprovalCard.class);

    private final AnswerModel model = new AnswerModel();
    private final Consumer<AnswerApproval> answer;
    private final Label left = UiParts.tag("", "held");
    private final Label fresh = UiParts.tag(TEXTS.get("card.first"), "line");
    private final Label process = UiParts.growing(UiParts.cut("", "mono", "m12", "muted"));
    private final Label place = UiParts.prose("", 640, "sm", "held");
    private final Label detail = UiParts.growing(UiParts.cut("", "sm", "faint"));
    private final Label command = UiParts.cut("", "mono", "m12");
    private final Label sent = UiParts.text("", "sm", "muted");
    private final Label waiting = UiParts.text("", "sm", "muted");
    private final SegmentedControl scope = new SegmentedControl(i -> model.scope(AnswerModel.SCOPES.get(i)));
    private final BoundsPane bounds = new BoundsPane(model, this::check);
    private final Button allow = UiParts.withKey(UiParts.button(TEXTS.get("card.allow")), "A");
    private final Label brief = UiParts.growing(UiParts.cut("", "sm", "muted"));
    private final VBox rest;

    ApprovalCard(Approval approval, Runnable choose, Consumer<AnswerApproval> answer) {
        super(8);
        this.answer = answer;
        getStyleClass().add("approval-card");
        AnswerModel.SCOPES.forEach(s -> scope.with(null, ScopeText.of(s)));
        scope.choose(AnswerModel.SCOPES.indexOf(model.scope()));
        HBox facts = UiParts.row(12, detail, sent, waiting);
        VBox box = UiParts.column(4, place, process, command, facts);
        UiParts.tip(box, TEXTS.get("card.tip"), "");
        box.getStyleClass().add("sunken-box");
        rest = UiParts.column(12, box, ways(), bounds);
        getChildren().addAll(head(approval), rest);
        unfold(false);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMousePressed(e -> choose.run());
    }

    /// Shows new figures; expanded while the approval is selected.
    void show(Approval approval, boolean first, boolean chosen, long now) {
        left.setText(TEXTS.get("card.clock", ApprovalText.held(approval, now), ApprovalText.deniedIn(approval, now)));
        fresh.setVisible(first);
        fresh.setManaged(first);
        process.setText(ApprovalText.process(approval));
        put(place, ApprovalText.place(approval));
        put(command, ApprovalText.command(approval));
        put(sent, ApprovalText.sent(approval));
        brief.setText(chosen ? "" : process.getText());
        detail.setText(ApprovalText.detail(approval));
        waiting.setText(ApprovalText.waiting(approval));
        pseudoClassStateChanged(PseudoClasses.CHOSEN, chosen);
        rest.setVisible(chosen);
        rest.setManaged(chosen);
        setAccessibleText(
                TEXTS.get("card.reader", ApprovalText.destination(approval), approval.sandboxName(), left.getText()));
    }

    /// Marks the approval as ended; the card stays only while the pointer is over the cards.
    void end() {
        setDisable(true);
        left.setText("");
    }

    /// Answers with the current input; does not allow while a limit is invalid.
    void act(RuleAction action) {
        if (action == RuleAction.DENY || model.complaint().isEmpty()) {
            answer.accept(model.of(action));
        }
    }

    /// Allows what waits now without keeping a rule.
    void once() {
        if (model.complaint().isEmpty()) {
            answer.accept(model.of(RuleAction.ALLOW, RuleScope.ONCE));
        }
    }

    /// Selects the scope to the left or to the right.
    void step(int by) {
        scope.choose(Math.clamp(scope.chosen() + by, 0, AnswerModel.SCOPES.size() - 1));
    }

    /// Shows or hides the limits.
    void more() {
        unfold(!bounds.isVisible());
        if (bounds.isVisible()) {
            bounds.enter();
        }
    }

    private HBox head(Approval approval) {
        StackPane sign = new StackPane(new StateShape(StateShape.ShapeKind.HELD, 10));
        sign.getStyleClass().addAll("mark-box", "held");
        Label target = UiParts.cut(ApprovalText.destination(approval), "mono", "semi");
        Label who = UiParts.tag(approval.sandboxName(), "line");
        who.setGraphic(Icon.of(Feather.BOX, 12, "muted"));
        HBox head = UiParts.row(8, sign, target, UiParts.tag(ApprovalText.protocol(approval)), who, fresh, brief, left);
        UiParts.tip(fresh, TEXTS.get("card.first.tip"), "");
        target.setMinWidth(64);
        return head;
    }

    private HBox ways() {
        Button deny = UiParts.withKey(UiParts.button(TEXTS.get("card.deny"), "dangerous"), "D");
        deny.getStyleClass().add("deny");
        deny.setOnAction(e -> act(RuleAction.DENY));
        allow.getStyleClass().add("allow");
        allow.setOnAction(e -> act(RuleAction.ALLOW));
        Button more = UiParts.withKey(UiParts.button(TEXTS.get("card.limits"), "flat"), "Enter");
        more.setOnAction(e -> more());
        HBox ways = UiParts.row(8, scope, UiParts.grow(), more, deny, allow);
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
