package dev.belljar.app.pictures;

import dev.belljar.app.ui.Theme;
import java.io.IOException;
import java.nio.file.Path;

/// Draws single pictures while one works on a screen: `Snap FOLDER NAME[@WIDTHxHEIGHT]…`.
public final class DrawScreens {
    private DrawScreens() {}

    /// The folder, then names of shots.
    public static void main(String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            String[] words = args[i].split("@");
            ScreenCase shot = ScreenCases.named(words[0]);
            String[] size = words.length == 2 ? words[1].split("x") : new String[0];
            ScreenCase sized =
                    size.length == 2 ? shot.sized(Integer.parseInt(size[0]), Integer.parseInt(size[1])) : shot;
            for (Theme theme : Theme.values()) {
                sized.shoot(theme, Path.of(args[0]));
            }
        }
        System.exit(0);
    }
}
