package dev.belljar.app.drawing;

import javafx.scene.shape.ClosePath;
import javafx.scene.shape.HLineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.VLineTo;

/// Many bars of one colour as a single shape.
public final class BarShape extends Path {
    public BarShape(String style) {
        getStyleClass().addAll("bars", style);
        setManaged(false);
        setSmooth(false);
        setMouseTransparent(true);
    }

    /// Removes all bars.
    public void clear() {
        getElements().clear();
    }

    public void bar(double x, double y, double width, double height) {
        getElements()
                .addAll(
                        new MoveTo(x, y),
                        new HLineTo(x + width),
                        new VLineTo(y + height),
                        new HLineTo(x),
                        new ClosePath());
    }
}
