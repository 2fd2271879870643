package dev.belljar.app.snapshots;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A number between a minus and a plus button.
final class NumberStepper extends HBox {
    private static final Texts TEXTS = Texts.of(NumberStepper.class);

    private final int most;
    private final IntConsumer changed;
    private final Label number = UiParts.text("", "med");
    private final Button less = button(Feather.MINUS, TEXTS.get("stepper.less"));
    private final Button more = button(Feather.PLUS, TEXTS.get("stepper.more"));
    private int value;

    NumberStepper(int value, int most, IntConsumer changed) {
        this.most = most;
        this.changed = changed;
        getStyleClass().add("stepper");
        setAlignment(Pos.CENTER);
        number.getStyleClass().add("stepper-number");
        number.setAlignment(Pos.CENTER);
        less.setOnAction(e -> set(this.value - 1));
        more.setOnAction(e -> set(this.value + 1));
        getChildren().addAll(less, number, more);
        put(value);
    }

    int value() {
        return value;
    }

    /// Sets the number, clamped to the bounds, and calls `changed`.
    void set(int next) {
        put(Math.clamp(next, 1, most));
        changed.accept(value);
    }

    private void put(int next) {
        value = next;
        number.setText(Integer.toString(next));
        less.setDisable(next <= 1);
        more.setDisable(next >= most);
    }

    private static Button button(Feather icon, String name) {
        Button button = new Button(null, Icon.of(icon, 14));
        button.getStyleClass().addAll("icon-only", "flat");
        button.setAccessibleText(name);
        return button;
    }
}
