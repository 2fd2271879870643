package dev.belljar.app;

import javafx.geometry.Rectangle2D;

/// The initial and the smallest size of the window, in logical pixels. Neither is larger than the screen,
/// which at a scale of 2 has half as many logical pixels as physical ones.
record WindowSize(double width, double height, double leastWidth, double leastHeight) {
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;
    private static final double LEAST_WIDTH = 900;
    private static final double LEAST_HEIGHT = 600;

    /// Returns the sizes for a screen with these visual bounds.
    static WindowSize on(Rectangle2D screen) {
        return new WindowSize(
                Math.min(WIDTH, screen.getWidth()),
                Math.min(HEIGHT, screen.getHeight()),
                Math.min(LEAST_WIDTH, screen.getWidth()),
                Math.min(LEAST_HEIGHT, screen.getHeight()));
    }
}
