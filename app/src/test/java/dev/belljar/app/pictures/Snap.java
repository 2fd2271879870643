package dev.belljar.app.pictures;

import dev.belljar.app.look.Theme;
import java.io.IOException;
import java.nio.file.Path;

/// Draws single pictures while one works on a screen: `Snap FOLDER NAME…`.
public final class Snap {
    private Snap() {}

    /// The folder, then names of shots.
    public static void main(String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            for (Theme theme : Theme.values()) {
                Shots.named(args[i]).shoot(theme, Path.of(args[0]));
            }
        }
        System.exit(0);
    }
}
