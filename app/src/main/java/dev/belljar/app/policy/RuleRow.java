package dev.belljar.app.policy;

import dev.belljar.app.live.GuestText;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Rule;
import java.time.ZoneId;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// One rule on a line: what it does, with what, within which limits, and what can be done with it.
final class RuleRow extends HBox {
    private static final int NOTE = 200;

    RuleRow(Rule rule, ZoneId zone, Node... ways) {
        super(8);
        getStyleClass().add("rule-row");
        boolean allow = rule.action() == Action.ALLOW;
        Label action = Parts.text(allow ? "allow" : "deny", "sm", allow ? "muted" : "danger");
        action.setGraphic(Icon.of(allow ? Feather.CHECK : Feather.X, 12, allow ? "accent" : "danger"));
        action.setGraphicTextGap(6);
        action.setMinWidth(60);
        Label target = Parts.cut(RuleWords.target(rule), "mono", "m12");
        target.setMinWidth(80);
        getChildren().addAll(action, target);
        RuleWords.limits(rule, zone).forEach(limit -> getChildren().add(Parts.tag(limit)));
        String note = rule.note();
        Label said = Parts.growing(Parts.cut(note == null ? "" : GuestText.shown(note, NOTE), "sm", "faint"));
        getChildren().add(said);
        getChildren().addAll(ways);
        setAccessibleText(action.getText() + " " + target.getText());
    }
}
