package dev.belljar.app.drawing;

import javafx.scene.layout.Region;

/// A bar 4 px high that is full at 1.
public final class MeterBar extends Region {
    private final Region ink = new Region();
    private double part;

    public MeterBar(double width, String... styles) {
        getStyleClass().add("meter");
        getStyleClass().addAll(styles);
        ink.getStyleClass().add("meter-ink");
        ink.setManaged(false);
        getChildren().add(ink);
        setPrefSize(width, 4);
        setMinSize(Math.min(width, 24), 4);
        setMaxHeight(4);
    }

    /// Fills the bar to a part between 0 and 1.
    public void show(double next) {
        part = Math.clamp(next, 0, 1);
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        double width = part == 0 ? 0 : Math.max(1, getWidth() * part);
        ink.resizeRelocate(0, 0, width, getHeight());
    }
}
