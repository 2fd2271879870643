package dev.belljar.app.network;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiParts;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The requested name, or the address if there was none, and the number of flows in the line.
final class DestinationCell implements CellView<FlowLine> {
    private static final Texts TEXTS = Texts.of(DestinationCell.class);
    private static final int MOST = 120;

    private final Label name = UiParts.cut("", "mono", "m12");
    private final Label times = UiParts.count("");
    private final FontIcon mark = Icon.of(Feather.CHEVRON_RIGHT, 12, "faint");
    private final Tooltip tip = UiParts.tip(times);
    private final HBox row = UiParts.row(8, name, times);
    private @Nullable FlowLine shown;

    /// `toggle` lists the flows of a line below it, or groups them again.
    DestinationCell(Consumer<FlowLine> toggle) {
        times.getStyleClass().add("fold-count");
        times.setGraphicTextGap(2);
        times.setOnMouseClicked(e -> {
            FlowLine line = shown;
            if (line != null && line.group()) {
                toggle.accept(line);
                e.consume();
            }
        });
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(FlowLine line) {
        shown = line;
        name.setText(VisibleGuestText.name(FlowEndpoints.name(line.flow()), MOST));
        row.setPadding(new Insets(0, 0, 0, line.grouping() == FlowLine.FlowGrouping.MEMBER ? 16 : 0));
        times.setText(TEXTS.get("network.count", line.count()));
        times.setVisible(line.count() > 1);
        times.setManaged(line.count() > 1);
        times.setGraphic(line.group() ? mark : null);
        mark.setIconCode(line.grouping() == FlowLine.FlowGrouping.OPEN ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
        tip.setText(line.group() ? TEXTS.get("network.count.tip", line.count()) : " ");
    }
}
