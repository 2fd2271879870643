package dev.belljar.app.policy;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import java.time.ZoneId;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A line with one rule: its action, destination and limits, and its buttons.
final class RuleRow extends HBox {
    private static final Texts TEXTS = Texts.of(RuleRow.class);
    private static final int NOTE = 200;

    RuleRow(Rule rule, ZoneId zone, Node... ways) {
        super(8);
        getStyleClass().add("rule-row");
        boolean allow = rule.action() == RuleAction.ALLOW;
        Label action = UiParts.text(
                TEXTS.get(allow ? "rule.action.allow" : "rule.action.deny"), "sm", allow ? "muted" : "danger");
        action.setGraphic(Icon.of(allow ? Feather.CHECK : Feather.X, 12, allow ? "accent" : "danger"));
        action.setGraphicTextGap(6);
        action.setMinWidth(60);
        Label target = UiParts.cut(RuleDescription.target(rule), "mono", "m12");
        target.setMinWidth(80);
        getChildren().addAll(action, target);
        RuleDescription.limits(rule, zone).forEach(limit -> getChildren().add(UiParts.tag(limit)));
        String note = rule.note();
        Label noteLabel =
                UiParts.growing(UiParts.cut(note == null ? "" : VisibleGuestText.shown(note, NOTE), "sm", "faint"));
        getChildren().add(noteLabel);
        getChildren().addAll(ways);
        setAccessibleText(TEXTS.get("rule.reader", action.getText(), target.getText()));
    }
}
