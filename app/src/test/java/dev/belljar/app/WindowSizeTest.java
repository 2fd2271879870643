package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.geometry.Rectangle2D;
import org.junit.jupiter.api.Test;

/// Tests that the window opens within the screen, at any scale.
class WindowSizeTest {
    @Test
    void onALargeScreenTheWindowHasItsUsualSize() {
        assertThat(WindowSize.on(new Rectangle2D(0, 0, 2560, 1400))).isEqualTo(new WindowSize(1440, 900, 900, 600));
    }

    @Test
    void atScaleTwoTheWindowFillsAScreenOf1600By1000() {
        WindowSize size = WindowSize.on(new Rectangle2D(0, 0, 800, 470));
        assertThat(size).isEqualTo(new WindowSize(800, 470, 800, 470));
    }

    @Test
    void onlyTheSideThatDoesNotFitIsReduced() {
        assertThat(WindowSize.on(new Rectangle2D(0, 27, 1366, 741))).isEqualTo(new WindowSize(1366, 741, 900, 600));
    }
}
