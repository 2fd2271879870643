package dev.belljar.app.pictures;

import dev.belljar.app.look.Theme;
import java.io.IOException;
import java.nio.file.Path;

/// Draws single pictures while one works on a screen: `Snap FOLDER NAME[@WIDTHxHEIGHT]…`.
public final class Snap {
    private Snap() {}

    /// The folder, then names of shots.
    public static void main(String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            String[] words = args[i].split("@");
            Shot shot = Shots.named(words[0]);
            String[] size = words.length == 2 ? words[1].split("x") : new String[0];
            Shot sized = size.length == 2 ? shot.sized(Integer.parseInt(size[0]), Integer.parseInt(size[1])) : shot;
            for (Theme theme : Theme.values()) {
                sized.shoot(theme, Path.of(args[0]));
            }
        }
        System.exit(0);
    }
}
