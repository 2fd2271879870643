package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.contract.sandbox.Requirement;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The steps of a long operation: finished ones with their duration, the current one with its progress, and
/// those to come.
public final class StepList extends VBox {
    private List<Requirement> shown = List.of();

    public StepList() {
        getStyleClass().add("steps");
    }

    /// Shows the current state of the steps.
    public void show(List<Requirement> next) {
        if (next.equals(shown)) {
            return;
        }
        shown = List.copyOf(next);
        getChildren().clear();
        for (Requirement step : shown) {
            getChildren().add(line(step));
            if (step.state() == Requirement.State.WAITING) {
                getChildren().add(progress(step));
            } else if (step.state() == Requirement.State.FAILED && step.hint() != null) {
                getChildren().add(indented(UiParts.prose(step.hint(), 420, "sm", "danger")));
            }
        }
    }

    private static HBox line(Requirement step) {
        Label name = UiParts.cut(step.label());
        switch (step.state()) {
            case WAITING -> name.getStyleClass().add("med");
            case PENDING -> name.getStyleClass().add("faint");
            case MET -> {}
            case FAILED -> name.getStyleClass().addAll("med", "danger");
        }
        boolean took = step.state() == Requirement.State.MET || step.state() == Requirement.State.WAITING;
        HBox line = UiParts.row(
                8,
                mark(step.state()),
                UiParts.growing(name),
                UiParts.text(took && step.millis() > 0 ? FigureFormat.span(step.millis()) : "", "sm", "faint"));
        line.setMinHeight(26);
        return line;
    }

    private static Node progress(Requirement step) {
        VBox box = new VBox(6);
        Integer percent = step.percent();
        if (percent != null) {
            MeterBar meter = new MeterBar(200, "work");
            meter.show(percent / 100.0);
            box.getChildren().add(meter);
        }
        String detail = step.detail() == null ? "" : FigureFormat.printable(step.detail());
        if (!detail.isEmpty() || percent != null) {
            box.getChildren()
                    .add(UiParts.row(
                            8,
                            UiParts.growing(UiParts.cut(detail, "sm", "muted")),
                            UiParts.text(percent == null ? "" : percent + " %", "sm", "muted")));
        }
        return box.getChildren().isEmpty() ? box : indented(box);
    }

    private static Node indented(Node node) {
        VBox.setMargin(node, new Insets(4, 0, 8, 22));
        return node;
    }

    private static Node mark(Requirement.State state) {
        Node mark = switch (state) {
            case MET -> Icon.of(Feather.CHECK, 14, "ok");
            case WAITING -> new StateShape(StateShape.ShapeKind.BUSY, 12);
            case PENDING -> new StateShape(StateShape.ShapeKind.TODO, 8);
            case FAILED -> Icon.of(Feather.X, 14, "danger");
        };
        StackPane box = new StackPane(mark);
        box.setAlignment(Pos.CENTER);
        box.setMinWidth(14);
        box.setMaxWidth(14);
        return box;
    }
}
