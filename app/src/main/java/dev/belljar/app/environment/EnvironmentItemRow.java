package dev.belljar.app.environment;

import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.EnvironmentItem;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// One item of a proposed environment: its box, all that it does, how it differs from what was accepted, and its risk.
/// Nothing is cut off: the user accepts what is shown.
final class EnvironmentItemRow extends VBox {
    /// The width of a box with the space beside it.
    private static final double BOX = 26;

    private static final double TAG = 128;

    /// `changed` runs after the user has ticked or unticked the item.
    EnvironmentItemRow(EnvironmentItem item, EnvironmentModel model, double width, Runnable changed) {
        super(2);
        getStyleClass().addAll("rule-row", "change-row");
        String words = EnvironmentModel.words(item);
        Label name = UiParts.prose(words, width - BOX - TAG, "mono", "m12");
        HBox head = UiParts.row(8);
        head.setAlignment(Pos.TOP_LEFT);
        boolean tickable = EnvironmentModel.tickable(item);
        if (tickable) {
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
        head.getChildren().addAll(name, UiParts.grow());
        String change = EnvironmentModel.change(item);
        if (!change.isEmpty()) {
            head.getChildren().add(UiParts.tag(change));
        }
        getChildren().add(head);
        below(EnvironmentModel.note(item), width, tickable, "faint");
        below(EnvironmentModel.risk(item), width, tickable, "warn");
    }

    private void below(String text, double width, boolean indented, String style) {
        if (!text.isEmpty()) {
            Label label = UiParts.prose(text, width - BOX, "sm", style);
            VBox.setMargin(label, new Insets(0, 0, 0, indented ? BOX : 0));
            getChildren().add(label);
        }
    }
}
