package dev.belljar.app;

import dev.belljar.app.pictures.WindowHarness;
import java.util.ArrayList;
import java.util.List;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Window;

/// The real window, opened as by the launcher, which prints its text several times a second.
public final class WatchedWindow {
    static final String BETWEEN = " | ";
    private static final long PAUSE_MILLIS = 200;

    private WatchedWindow() {}

    public static void main(String[] words) {
        Thread.ofPlatform().daemon().name("watch").start(WatchedWindow::watch);
        BelljarWindow.main(words);
    }

    private static void watch() {
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                tell();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tell() {
        try {
            Platform.runLater(WatchedWindow::print);
        } catch (IllegalStateException e) {
            // The toolkit has not started yet; the next call tries again.
            return;
        }
    }

    private static void print() {
        for (Window window : List.copyOf(Window.getWindows())) {
            Scene scene = window.getScene();
            if (scene != null && window.isShowing()) {
                List<String> seen = new ArrayList<>();
                WindowHarness.read(scene.getRoot(), seen);
                System.out.println(String.join(BETWEEN, seen).replace('\n', ' '));
            }
        }
    }
}
