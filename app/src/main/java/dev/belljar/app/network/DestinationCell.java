package dev.belljar.app.network;

import dev.belljar.app.state.VisibleGuestText;
import dev.belljar.app.ui.CellView;
import dev.belljar.app.ui.UiParts;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// The name that was asked for, or the address where none was, and how often in a row.
final class DestinationCell implements CellView<FlowLine> {
    private static final int MOST = 120;

    private final Label name = UiParts.cut("", "mono", "m12");
    private final Label times = UiParts.count("");
    private final HBox row = UiParts.row(8, name, times);

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(FlowLine line) {
        name.setText(VisibleGuestText.name(FlowModel.name(line.flow()), MOST));
        times.setText(String.format(Locale.ROOT, "%,d×", line.count()));
        times.setVisible(line.count() > 1);
        times.setManaged(line.count() > 1);
    }
}
