package dev.belljar.app.processes;

import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Meter;
import dev.belljar.app.look.Parts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// A bar that is full at one CPU, and the figure beside it.
final class CpuCell implements CellView<ProcessLine> {
    private final Meter meter = new Meter(50);
    private final Label figure = Parts.text("");
    private final HBox row = Parts.row(8, Parts.growing(meter), figure);

    CpuCell() {
        figure.setMinWidth(32);
        figure.setAlignment(Pos.CENTER_RIGHT);
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(ProcessLine line) {
        Integer permille = line.row().cpuPermille();
        row.setVisible(permille != null && !line.gone());
        if (permille != null) {
            meter.show(permille / 1000.0);
            figure.setText(Figures.percent(permille));
            figure.getStyleClass().removeAll("faint");
            if (permille == 0) {
                figure.getStyleClass().add("faint");
            }
        }
    }
}
