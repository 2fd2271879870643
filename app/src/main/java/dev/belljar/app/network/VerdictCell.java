package dev.belljar.app.network;

import dev.belljar.app.ui.CellView;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// What was decided, as mark and word; how long it still waits while it is not.
final class VerdictCell implements CellView<FlowLine> {
    private final Label allowed = UiParts.text("allowed", "sm", "muted");
    private final Label stopped = UiParts.tag("", "danger");
    private final Label boundary = UiParts.tag("", "danger");
    private final Label held = UiParts.tag("", "held");
    private final Label local = UiParts.text("local", "sm", "faint");
    private final StackPane box = new StackPane(allowed, stopped, boundary, held, local);

    VerdictCell() {
        allowed.setGraphic(Icon.of(Feather.CHECK, 12, "accent"));
        allowed.setGraphicTextGap(6);
        stopped.setGraphic(Icon.of(Feather.X, 12));
        boundary.setGraphic(Icon.of(Feather.SHIELD, 12));
        held.setGraphic(new StateShape(StateShape.Kind.HELD, 8));
        box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(FlowLine line) {
        FlowOutcome decided = FlowOutcome.of(line.flow());
        Label shown = switch (decided) {
            case ALLOWED -> allowed;
            case HELD -> held;
            case BOUNDARY -> boundary;
            case DENIED, UNANSWERED, REFUSED -> stopped;
            case LOCAL -> local;
        };
        FlowLine.Held waits = line.held();
        shown.setText(waits == null ? decided.word() : "held " + waits.left());
        List.of(allowed, stopped, boundary, held, local).forEach(label -> label.setVisible(label.equals(shown)));
    }
}
