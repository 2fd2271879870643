package dev.belljar.app.policy;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.ReplayChange;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A destination for which a draft would have decided differently: the recorded verdict, the draft's verdict,
/// and its rule.
final class ChangeRow extends VBox {
    private static final Texts TEXTS = Texts.of(ChangeRow.class);
    private static final int NAME = 120;
    private static final int RULE = 200;

    ChangeRow(ReplayChange change) {
        super(2);
        getStyleClass().addAll("rule-row", "change-row");
        String name = change.name();
        String where = name == null || name.isEmpty() ? change.destination() : name;
        Label target = UiParts.cut(VisibleGuestText.name(where, NAME), "mono", "m12");
        target.setMinWidth(80);
        HBox first = UiParts.row(
                8,
                UiParts.text(TEXTS.get("change.count", change.count()), "sm", "muted"),
                target,
                UiParts.text(VisibleGuestText.name(change.protocol(), 12).toUpperCase(Locale.ROOT), "sm", "faint"),
                UiParts.grow(),
                tag(change.was()),
                Icon.of(Feather.ARROW_RIGHT, 12, "faint"),
                tag(change.draft()));
        Label rule = UiParts.cut(VisibleGuestText.shown(change.draftRule(), RULE), "sm", "faint");
        UiParts.tip(rule, rule.getText(), "");
        getChildren().addAll(first, rule);
    }

    private static Node tag(Verdict verdict) {
        return switch (verdict) {
            case ALLOWED -> UiParts.tag(TEXTS.get("change.allowed"), "accent");
            case REFUSED -> UiParts.tag(TEXTS.get("change.blocked"), "danger");
            case HELD -> UiParts.tag(TEXTS.get("change.waiting"), "held");
            case LOCAL -> UiParts.tag(TEXTS.get("change.internal"));
        };
    }
}
