package dev.belljar.app.network;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// The verdict as icon and word, with its reason; the time left while the approval is pending.
final class VerdictCell implements CellView<FlowLine> {
    private static final Texts TEXTS = Texts.of(VerdictCell.class);
    private static final int MOST = 300;

    private final Label allowed = UiParts.text(TEXTS.get("network.verdict.allowed"), "sm", "muted");
    private final Label blocked = UiParts.tag(TEXTS.get("network.verdict.blocked"), "danger");
    private final Label held = UiParts.tag(TEXTS.get("network.verdict.waiting"), "held");
    private final Label internal = UiParts.text(TEXTS.get("network.verdict.internal"), "sm", "faint");
    private final StackPane mark = new StackPane(allowed, blocked, held, internal);
    private final Label reason = UiParts.cut("", "sm", "muted");
    private final Tooltip whole = UiParts.tip(reason);
    private final HBox row = UiParts.row(6, mark, reason);

    VerdictCell() {
        allowed.setGraphic(Icon.of(Feather.CHECK, 12, "accent"));
        allowed.setGraphicTextGap(6);
        blocked.setGraphic(Icon.of(Feather.X, 12));
        held.setGraphic(new StateShape(StateShape.ShapeKind.HELD, 8));
        mark.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
        mark.setMinWidth(StackPane.USE_PREF_SIZE);
        List.of(allowed, blocked, held, internal)
                .forEach(label -> label.managedProperty().bind(label.visibleProperty()));
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(FlowLine line) {
        FlowOutcome outcome = FlowOutcome.of(line.flow());
        FlowLine.HeldApproval waits = line.held();
        Label shown = waits != null ? held : label(outcome);
        List.of(allowed, blocked, held, internal).forEach(label -> label.setVisible(label.equals(shown)));
        reason.setText(waits != null ? waits.left() : outcome.blocked() ? outcome.reason() : "");
        String rule = line.flow().rule();
        whole.setText(rule == null || rule.isEmpty() ? " " : VisibleGuestText.shown(rule, MOST));
    }

    private Label label(FlowOutcome outcome) {
        return switch (outcome) {
            case ALLOWED -> allowed;
            case WAITING -> held;
            case INTERNAL -> internal;
            case BY_YOU, BY_RULE, TIMED_OUT, NO_RULE, BUDGET, PRIVATE, BOUNDARY -> blocked;
        };
    }
}
