package dev.belljar.app;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.Theme;
import javafx.animation.AnimationTimer;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;

/// What the window shows before anything slow: a background and a word, without style sheets and without our fonts.
final class FirstFrame {
    private static final Texts TEXTS = Texts.of(FirstFrame.class);
    private static final int FRAMES = 3;
    /// A frame painted before the desktop has mapped the window is lost, and the next one waits for this thread: it
    /// stays free for so long.
    private static final long FREE_NANOS = 300_000_000;

    private FirstFrame() {}

    /// The scene, in the colours of `tokens.css`.
    static Scene scene(Theme theme, double width, double height) {
        boolean dark = theme == Theme.DARK;
        Text words = new Text(TEXTS.get("window.connecting"));
        words.setFill(Color.web(dark ? "#A9B5B8" : "#465255"));
        Color surface = Color.web(dark ? "#14191B" : "#FFFFFF");
        StackPane pane = new StackPane(words);
        pane.setBackground(null);
        return new Scene(pane, width, height, surface);
    }

    /// Calls once the scene has been drawn where it can be seen.
    static void drawn(Scene scene, Runnable then) {
        new AnimationTimer() {
            private int frames;
            private long first;

            @Override
            public void handle(long now) {
                first = frames == 0 ? now : first;
                frames++;
                // Only what changes is painted again.
                scene.getRoot().setOpacity(frames % 2 == 0 ? 1 : 0.98);
                if (frames >= FRAMES && now - first >= FREE_NANOS) {
                    stop();
                    then.run();
                }
            }
        }.start();
    }
}
