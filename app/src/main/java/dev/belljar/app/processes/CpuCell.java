package dev.belljar.app.processes;

import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.ui.UiParts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// A bar that is full at one CPU, with the percentage beside it.
final class CpuCell implements CellView<ProcessItem> {
    private final MeterBar meter = new MeterBar(28);
    private final Label figure = UiParts.text("");
    private final HBox row = UiParts.row(8, UiParts.growing(meter), figure);

    CpuCell() {
        figure.setMinWidth(32);
        figure.setAlignment(Pos.CENTER_RIGHT);
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(ProcessItem line) {
        Integer permille = line.row().cpuPermille();
        row.setVisible(permille != null && !line.gone());
        if (permille != null) {
            meter.show(permille / 1000.0);
            figure.setText(FigureFormat.percent(permille));
            figure.getStyleClass().removeAll("faint");
            if (permille == 0) {
                figure.getStyleClass().add("faint");
            }
        }
    }
}
