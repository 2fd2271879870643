package dev.belljar.app;

import javafx.geometry.Rectangle2D;

/// The first size of the window and its least, in logical pixels: never more than the screen has, which at a scale of 2
/// is half of its pixels.
record WindowSize(double width, double height, double leastWidth, double leastHeight) {
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;
    private static final double LEAST_WIDTH = 900;
    private static final double LEAST_HEIGHT = 600;

    /// For a screen on which windows may take this much.
    static WindowSize on(Rectangle2D screen) {
        return new WindowSize(
                Math.min(WIDTH, screen.getWidth()),
                Math.min(HEIGHT, screen.getHeight()),
                Math.min(LEAST_WIDTH, screen.getWidth()),
                Math.min(LEAST_HEIGHT, screen.getHeight()));
    }
}
