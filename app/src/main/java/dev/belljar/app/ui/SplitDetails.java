package dev.belljar.app.ui;

import dev.belljar.app.theme.MotionSettings;
import javafx.animation.TranslateTransition;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.IndexedCell;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.util.Duration;

/// The main part of a screen with details at its right. In a window too narrow for both, the details slide
/// over the main part when they are opened; `Esc` or a click elsewhere closes them.
public final class SplitDetails extends Region {
    private static final double BOTH = 1200;
    private static final double ROOMY = 1360;
    private static final double LESS = 40;

    private final Region main;
    private final Region side;
    private final ReadOnlyBooleanWrapper over = new ReadOnlyBooleanWrapper();
    private final EventHandler<MouseEvent> elsewhere = this::pressed;
    private final TranslateTransition slide;
    private boolean open;
    private boolean idle;

    public SplitDetails(Region main, Region side) {
        this.main = main;
        this.side = side;
        slide = new TranslateTransition(Duration.millis(150), side);
        slide.setOnFinished(e -> side.setVisible(seen()));
        setMinSize(0, 0);
        getChildren().addAll(main, side);
        sceneProperty().flatMap(Scene::widthProperty).addListener((at, was, now) -> {
            if (now != null) {
                narrow(now.doubleValue() < BOTH);
            }
        });
        sceneProperty().addListener((at, was, now) -> {
            if (was != null) {
                was.removeEventFilter(MouseEvent.MOUSE_PRESSED, elsewhere);
            }
            if (now != null) {
                now.addEventFilter(MouseEvent.MOUSE_PRESSED, elsewhere);
            }
        });
        // A filter, since a list consumes this key.
        addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE && shut()) {
                e.consume();
            }
        });
    }

    /// True while the window is too narrow for both, so that the details lie over the main part.
    public ReadOnlyBooleanProperty over() {
        return over.getReadOnlyProperty();
    }

    /// True if the details are visible.
    public boolean seen() {
        return over.get() ? open : !idle;
    }

    /// Hides the details while there are none, so that the main part has the full width.
    public void idle(boolean next) {
        if (next != idle) {
            idle = next;
            if (!over.get()) {
                side.setVisible(seen());
            }
            requestLayout();
        }
    }

    /// Opens the details over the main part; beside it they are always open.
    public void open() {
        if (over.get() && !open) {
            open = true;
            side.setVisible(true);
            slide(width(), 0);
        }
    }

    /// Closes the details over the main part; false if they were not open.
    public boolean shut() {
        if (!over.get() || !open) {
            return false;
        }
        open = false;
        slide(0, width());
        return true;
    }

    @Override
    protected double computePrefHeight(double width) {
        return main.prefHeight(width);
    }

    @Override
    protected void layoutChildren() {
        double wide = width();
        main.resizeRelocate(0, 0, over.get() || idle ? getWidth() : getWidth() - wide, getHeight());
        side.resizeRelocate(getWidth() - wide, 0, wide, getHeight());
    }

    private double width() {
        double preferred =
                getScene() != null && getScene().getWidth() < ROOMY ? side.prefWidth(-1) - LESS : side.prefWidth(-1);
        return Math.min(preferred, getWidth());
    }

    private void narrow(boolean next) {
        over.set(next);
        slide.stop();
        side.setTranslateX(0);
        side.setVisible(seen());
        side.getStyleClass().remove("over");
        if (next) {
            side.getStyleClass().add("over");
        }
        requestLayout();
    }

    private void slide(double from, double to) {
        slide.stop();
        if (!MotionSettings.allowed()) {
            side.setTranslateX(0);
            side.setVisible(seen());
            return;
        }
        slide.setFromX(from);
        slide.setToX(to);
        slide.play();
    }

    /// Closes the details on a press outside them, but not on a row of the main part, which shows its details
    /// in the same place.
    private void pressed(MouseEvent e) {
        boolean row = false;
        for (Node at = e.getTarget() instanceof Node node ? node : null; at != null; at = at.getParent()) {
            if (at.equals(side)) {
                return;
            }
            row |= at instanceof IndexedCell<?> cell && !cell.isEmpty();
            if (at.equals(main) && row) {
                return;
            }
        }
        shut();
    }
}
