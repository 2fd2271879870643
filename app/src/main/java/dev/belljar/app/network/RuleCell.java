package dev.belljar.app.network;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The layer of the rule that decided, with the rule in the tooltip; buttons to answer a pending approval.
final class RuleCell implements CellView<FlowLine> {
    private static final Texts TEXTS = Texts.of(RuleCell.class);
    private static final int MOST = 300;

    private final Actions actions;
    private final Label rule = UiParts.cut("", "sm", "muted");
    private final Tooltip whole = UiParts.tip(rule);
    private final HBox ways;
    private final StackPane box;
    private FlowLine.@Nullable HeldApproval held;

    RuleCell(Actions actions) {
        this.actions = actions;
        ways = UiParts.row(
                4,
                way(
                        UiParts.button(TEXTS.get("network.answer.once"), "tiny"),
                        RuleAction.ALLOW,
                        RuleScope.ONCE,
                        TEXTS.get("network.answer.once.tip")),
                way(
                        UiParts.button(TEXTS.get("network.answer.sandbox"), "tiny", "for-sandbox"),
                        RuleAction.ALLOW,
                        RuleScope.SANDBOX,
                        TEXTS.get("network.answer.sandbox.tip")),
                way(deny(), RuleAction.DENY, RuleScope.SANDBOX, TEXTS.get("network.answer.deny")));
        box = new StackPane(rule, ways);
        box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(FlowLine line) {
        held = line.held();
        ways.setVisible(held != null);
        rule.setVisible(held == null);
        String words = line.flow().rule();
        rule.setText(VisibleGuestText.shown(RuleLayerText.of(line.flow()), MOST));
        whole.setText(words == null || words.isEmpty() ? " " : VisibleGuestText.shown(words, MOST));
    }

    private static Button deny() {
        Button deny = new Button(null, Icon.of(Feather.X, 12));
        deny.getStyleClass().addAll("tiny", "dangerous");
        return deny;
    }

    private Button way(Button button, RuleAction action, RuleScope scope, String name) {
        button.setAccessibleText(name);
        button.setFocusTraversable(false);
        UiParts.tip(button, name, "");
        button.setOnAction(e -> {
            FlowLine.HeldApproval now = held;
            if (now != null) {
                actions.approvals().answer(now.approval(), new AnswerApproval(action, scope, null, null));
            }
        });
        return button;
    }
}
