package dev.belljar.app.network;

import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// What the gateway decided, as mark and word.
final class VerdictCell implements CellView<FlowLine> {
    private final Label allowed = Parts.text("allowed", "sm", "muted");
    private final Label refused = Parts.tag("refused", "danger");
    private final Label held = Parts.tag("held", "held");
    private final Label local = Parts.text("local", "sm", "faint");
    private final StackPane box = new StackPane(allowed, refused, held, local);

    VerdictCell() {
        allowed.setGraphic(Icon.of(Feather.CHECK, 12, "accent"));
        allowed.setGraphicTextGap(6);
        refused.setGraphic(Icon.of(Feather.X, 12));
        box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(FlowLine line) {
        allowed.setVisible(false);
        refused.setVisible(false);
        held.setVisible(false);
        local.setVisible(false);
        switch (line.flow().verdict()) {
            case ALLOWED -> allowed.setVisible(true);
            case REFUSED -> refused.setVisible(true);
            case HELD -> held.setVisible(true);
            case LOCAL -> local.setVisible(true);
        }
    }
}
