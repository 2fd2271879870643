package dev.belljar.app.environment;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.EnvironmentItem;
import javafx.geometry.Insets;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// One item of a proposed environment: its box, what it does, how it differs from what was accepted, and its risk.
final class EnvironmentItemRow extends VBox {
    /// Below the words, which stand beside the box.
    private static final double INDENT = 26;

    /// `changed` runs after the user has ticked or unticked the item.
    EnvironmentItemRow(EnvironmentItem item, EnvironmentModel model, double width, Runnable changed) {
        super(2);
        getStyleClass().addAll("rule-row", "change-row");
        String words = FigureFormat.printable(item.words());
        Label name = UiParts.cut(words, "mono", "m12");
        UiParts.tip(name, words, "");
        HBox head = UiParts.row(8);
        if (EnvironmentModel.tickable(item)) {
            CheckBox tick = new CheckBox();
            tick.setSelected(model.ticked(item));
            tick.setAccessibleText(words);
            tick.selectedProperty().addListener((at, was, now) -> {
                model.tick(item, now);
                changed.run();
            });
            name.setOnMouseClicked(e -> tick.fire());
            head.getChildren().add(tick);
        } else {
            name.getStyleClass().add("faint");
        }
        head.getChildren().addAll(name, UiParts.growing(UiParts.cut(EnvironmentModel.note(item), "sm", "faint")));
        String change = EnvironmentModel.change(item);
        if (!change.isEmpty()) {
            head.getChildren().add(UiParts.tag(change));
        }
        getChildren().add(head);
        String risk = EnvironmentModel.risk(item);
        if (!risk.isEmpty()) {
            Label label = UiParts.prose(risk, width - INDENT, "sm", "warn");
            VBox.setMargin(label, new Insets(0, 0, 0, INDENT));
            getChildren().add(label);
        }
    }
}
