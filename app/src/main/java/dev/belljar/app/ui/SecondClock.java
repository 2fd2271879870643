package dev.belljar.app.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.util.Duration;

/// Calls its watchers once a second on the FX thread, so that all countdowns of the window change at
/// the same time.
public final class SecondClock {
    private final List<Runnable> watchers = new ArrayList<>();
    private final Timeline ticks = new Timeline(new KeyFrame(Duration.seconds(1), e -> tick()));

    public SecondClock() {
        ticks.setCycleCount(Timeline.INDEFINITE);
    }

    /// Calls `watcher` every second until the result is run.
    public Runnable watch(Runnable watcher) {
        watchers.add(watcher);
        ticks.play();
        return () -> {
            watchers.remove(watcher);
            if (watchers.isEmpty()) {
                ticks.stop();
            }
        };
    }

    /// Removes all watchers. A running clock would keep them in memory, and with them a window
    /// that was closed.
    public void stop() {
        watchers.clear();
        ticks.stop();
    }

    /// Calls all watchers now.
    public void tick() {
        List.copyOf(watchers).forEach(Runnable::run);
    }
}
