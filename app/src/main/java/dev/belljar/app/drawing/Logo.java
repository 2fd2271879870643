package dev.belljar.app.drawing;

import javafx.scene.Group;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.SVGPath;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;

/// The logo: a glass dome with a seedling.
public final class Logo extends StackPane {
    private static final String GLASS = "M11.35 2.6a1.35 1.35 0 1 1-2.7 0a1.35 1.35 0 1 1 2.7 0"
            + "M4 15.6V10a6 6 0 0 1 12 0v5.6M2 15.8h16M3.6 18.4h12.8";
    private static final String PLANT = "M10 15.4v-3.2m0 0c0-1.6-1-2.4-2.5-2.5 0 1.6.9 2.5 2.5 2.5z"
            + "m0-1c0-1.5.9-2.3 2.3-2.4 0 1.5-.8 2.4-2.3 2.4z";

    public Logo(double size) {
        Group drawing = new Group(path(GLASS, 1.5), path(PLANT, 1.2));
        drawing.setScaleX(size / 20);
        drawing.setScaleY(size / 20);
        getChildren().add(new Group(drawing));
        setMinSize(size, size);
        setMaxSize(size, size);
    }

    private static SVGPath path(String content, double width) {
        SVGPath path = new SVGPath();
        path.setContent(content);
        path.setStrokeWidth(width);
        path.setStrokeLineCap(StrokeLineCap.ROUND);
        path.setStrokeLineJoin(StrokeLineJoin.ROUND);
        path.getStyleClass().add("logo-line");
        return path;
    }
}
