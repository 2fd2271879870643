package dev.belljar.app.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.Node;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// A few choices side by side of which exactly one is selected.
public final class SegmentedControl extends HBox {
    private final ToggleGroup group = new ToggleGroup();
    private final List<ToggleButton> parts = new ArrayList<>();

    public SegmentedControl(IntConsumer chosen) {
        getStyleClass().add("segments");
        group.selectedToggleProperty().addListener((at, was, now) -> {
            if (now == null && was != null) {
                group.selectToggle(was);
            } else if (now instanceof ToggleButton part && was != null) {
                chosen.accept(parts.indexOf(part));
            }
        });
    }

    /// Adds a choice; the first one is selected at the start.
    public SegmentedControl with(@Nullable Node icon, String words) {
        ToggleButton part = new ToggleButton(words, icon);
        part.setToggleGroup(group);
        part.setMinWidth(Region.USE_PREF_SIZE);
        part.getStyleClass().setAll("segment");
        if (parts.isEmpty()) {
            part.getStyleClass().add("first");
        }
        parts.forEach(p -> p.getStyleClass().remove("last"));
        part.getStyleClass().add("last");
        parts.add(part);
        getChildren().add(part);
        if (parts.size() == 1) {
            group.selectToggle(part);
        }
        return this;
    }

    /// Changes the text of a choice.
    public void rename(int index, String words) {
        parts.get(index).setText(words);
    }

    /// Shows choices that have an icon without their text if `next`, else with it.
    public void brief(boolean next) {
        parts.stream().filter(part -> part.getGraphic() != null).forEach(part -> {
            part.setContentDisplay(next ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT);
            part.setAccessibleText(part.getText());
        });
    }

    /// Selects a choice as if it had been clicked.
    public void choose(int index) {
        group.selectToggle(parts.get(index));
    }

    /// Returns the index of the selected choice.
    public int chosen() {
        return group.getSelectedToggle() instanceof ToggleButton part ? parts.indexOf(part) : 0;
    }
}
