package dev.belljar.app.diff;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.scene.text.TextBoundsType;
import org.jspecify.annotations.Nullable;

/// The columns of numbers and the sign in front of a line of a diff.
///
/// It is drawn without labels: each visible line of each file that is shown has one, and labels take several times as
/// long to make and to style as their texts.
final class DiffGutter extends Region {
    private static final double NUMBER = 40;
    private static final double SIGN = 14;
    /// The space right of a number.
    private static final double GAP = 8;

    private final List<Text> numbers = new ArrayList<>();
    private final @Nullable Text sign;
    private final double width;

    /// `kind` is the style class of the line; a number of 0 leaves its column empty, and so does an empty sign.
    DiffGutter(String kind, List<Integer> columns, String sign) {
        getStyleClass().addAll("gutter", kind);
        width = columns.size() * NUMBER + SIGN;
        for (int number : columns) {
            numbers.add(text(number == 0 ? "" : Integer.toString(number), "line-number"));
        }
        this.sign = sign.isEmpty() ? null : text(sign, "sign");
        setMinWidth(width);
        setMaxWidth(width);
    }

    private Text text(String words, String style) {
        Text text = new Text(words);
        // As in a label.
        text.setBoundsType(TextBoundsType.LOGICAL_VERTICAL_CENTER);
        text.getStyleClass().add(style);
        if (!words.isEmpty()) {
            getChildren().add(text);
        }
        return text;
    }

    @Override
    protected double computePrefWidth(double height) {
        return width;
    }

    @Override
    protected double computePrefHeight(double width) {
        return 0;
    }

    @Override
    protected void layoutChildren() {
        for (int i = 0; i < numbers.size(); i++) {
            Text number = numbers.get(i);
            double end = (i + 1) * NUMBER - GAP;
            place(number, end - snapSizeX(number.getLayoutBounds().getWidth()));
        }
        if (sign != null) {
            place(sign, numbers.size() * NUMBER);
        }
    }

    private void place(Text text, double x) {
        double height = snapSizeY(text.getLayoutBounds().getHeight());
        text.relocate(snapPositionX(x), snapPositionY((getHeight() - height) / 2));
    }
}
