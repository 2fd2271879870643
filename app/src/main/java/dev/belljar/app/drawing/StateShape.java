package dev.belljar.app.drawing;

import dev.belljar.app.theme.MotionSettings;
import javafx.animation.Animation;
import javafx.animation.Interpolator;
import javafx.animation.RotateTransition;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Arc;
import javafx.scene.shape.ArcType;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.SVGPath;
import javafx.scene.shape.Shape;
import javafx.util.Duration;

/// The small mark of a state; its shape alone identifies the state, without its colour.
public final class StateShape extends StackPane {
    /// The marks.
    public enum ShapeKind {
        RUNNING,
        BUSY,
        STOPPED,
        HOT,
        WARM,
        ERROR,
        HELD,
        WORKING,
        IDLE,
        DONE,
        TODO
    }

    private final double size;
    private ShapeKind kind = ShapeKind.STOPPED;
    private final RotateTransition turning = new RotateTransition(Duration.millis(1100));

    public StateShape(ShapeKind kind, double size) {
        this.size = size;
        getStyleClass().add("state-shape");
        setMinSize(size, size);
        setPrefSize(size, size);
        setMaxSize(size, size);
        sceneProperty().addListener((at, was, now) -> turn());
        draw(kind);
    }

    /// Shows another mark, if it differs.
    public void show(ShapeKind next) {
        if (next != kind) {
            draw(next);
        }
    }

    private void draw(ShapeKind next) {
        kind = next;
        Node picture = switch (next) {
            case RUNNING -> disc(4, "st-ok");
            case BUSY -> new Group(ring(3.5, 2, "st-track"), arc(90));
            case STOPPED, TODO -> ring(4, 1.5, "st-quiet");
            case HOT -> new Group(ring(4, 1.5, "st-tier"), disc(1.8, "st-tier-ink"));
            case WARM -> new Group(half(), ring(4, 1.5, "st-tier"));
            case ERROR -> path("M1.5 1.5l7 7M8.5 1.5l-7 7", "st-cross");
            case HELD -> triangle();
            case WORKING -> new Group(ring(3.5, 2, "st-track"), arc(270));
            case IDLE -> new Group(dot(1.5), dot(5), dot(8.5));
            case DONE -> path("M1.2 5.4l2.6 2.6L8.8 2.4", "st-tick");
        };
        Group framed = new Group(frame(), picture);
        framed.setScaleX(size / 10);
        framed.setScaleY(size / 10);
        getChildren().setAll(new Group(framed));
        turn();
    }

    private void turn() {
        boolean animate =
                (kind == ShapeKind.BUSY || kind == ShapeKind.WORKING) && getScene() != null && MotionSettings.allowed();
        if (!animate) {
            turning.stop();
            setRotate(0);
        } else if (turning.getStatus() != Animation.Status.RUNNING) {
            turning.setNode(this);
            turning.setByAngle(360);
            turning.setInterpolator(Interpolator.LINEAR);
            turning.setCycleCount(Animation.INDEFINITE);
            turning.playFromStart();
        }
    }

    /// Returns an invisible box of 10 × 10 that gives all marks the same size and position.
    private static Shape frame() {
        Polygon box = new Polygon(0, 0, 10, 0, 10, 10, 0, 10);
        box.setOpacity(0);
        return box;
    }

    private static Shape disc(double radius, String style) {
        return styled(new Circle(5, 5, radius), style);
    }

    private static Shape ring(double radius, double width, String style) {
        Circle circle = new Circle(5, 5, radius);
        circle.setStrokeWidth(width);
        return styled(circle, style);
    }

    private static Shape dot(double x) {
        return styled(new Circle(x, 5, 1.1), "st-dot");
    }

    private static Shape arc(double length) {
        Arc arc = new Arc(5, 5, 3.5, 3.5, 0, length);
        arc.setType(ArcType.OPEN);
        arc.setStrokeWidth(2);
        return styled(arc, "st-arc");
    }

    private static Shape half() {
        Arc half = new Arc(5, 5, 4, 4, -90, 180);
        half.setType(ArcType.CHORD);
        return styled(half, "st-tier-ink");
    }

    private static Shape triangle() {
        return styled(new Polygon(5, 1, 9.4, 9, 0.6, 9), "st-held");
    }

    private static Shape path(String content, String style) {
        SVGPath path = new SVGPath();
        path.setContent(content);
        path.setStrokeWidth(2);
        return styled(path, style);
    }

    private static Shape styled(Shape shape, String style) {
        shape.getStyleClass().add(style);
        return shape;
    }
}
