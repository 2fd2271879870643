package dev.belljar.app;

import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import javafx.animation.AnimationTimer;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;

/// The first content of the window, before anything slow is loaded: a background and a text, without style
/// sheets and bundled fonts.
final class FirstFrame {
    private static final Texts TEXTS = Texts.of(FirstFrame.class);
    private static final int FRAMES = 3;
    /// How long the FX thread stays free, in nanoseconds: a frame that is painted before the desktop has
    /// mapped the window is lost, and the next one needs this thread.
    private static final long FREE_NANOS = 300_000_000;

    private FirstFrame() {}

    /// Returns the scene, in the colours of `tokens.css`.
    static Scene scene(Theme theme, double width, double height) {
        boolean dark = theme == Theme.DARK;
        Text words = new Text(TEXTS.get("window.connecting"));
        words.setFill(Color.web(dark ? "#A9B5B8" : "#465255"));
        Color surface = Color.web(dark ? "#14191B" : "#FFFFFF");
        StackPane pane = new StackPane(words);
        pane.setBackground(null);
        return new Scene(pane, width, height, surface);
    }

    /// Calls `then` once the scene has been drawn on the screen.
    static void drawn(Scene scene, Runnable then) {
        new AnimationTimer() {
            private int frames;
            private long first;

            @Override
            public void handle(long now) {
                first = frames == 0 ? now : first;
                frames++;
                // JavaFX repaints only what changes.
                scene.getRoot().setOpacity(frames % 2 == 0 ? 1 : 0.98);
                if (frames >= FRAMES && now - first >= FREE_NANOS) {
                    stop();
                    then.run();
                }
            }
        }.start();
    }
}
