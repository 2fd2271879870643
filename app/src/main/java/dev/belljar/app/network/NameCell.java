package dev.belljar.app.network;

import dev.belljar.app.live.GuestText;
import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Parts;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// The name that was asked for, or the address where none was, and how often in a row.
final class NameCell implements CellView<FlowLine> {
    private static final int MOST = 120;

    private final Label name = Parts.cut("", "mono", "m12");
    private final Label times = Parts.count("");
    private final HBox row = Parts.row(8, name, times);

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(FlowLine line) {
        name.setText(GuestText.name(FlowModel.name(line.flow()), MOST));
        times.setText(String.format(Locale.ROOT, "%,d×", line.count()));
        times.setVisible(line.count() > 1);
        times.setManaged(line.count() > 1);
    }
}
