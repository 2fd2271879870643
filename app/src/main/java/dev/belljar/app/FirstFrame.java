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
    /// Of two frames one was certainly drawn after the window appeared.
    private static final int FRAMES = 3;

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

    /// Calls once it has been drawn.
    static void drawn(Runnable then) {
        new AnimationTimer() {
            private int frames;

            @Override
            public void handle(long now) {
                frames++;
                if (frames == FRAMES) {
                    stop();
                    then.run();
                }
            }
        }.start();
    }
}
