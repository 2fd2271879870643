package dev.belljar.app.pictures;

import dev.belljar.app.theme.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Draws pictures of screens without a test: `DrawScreens FOLDER NAME[@WIDTHxHEIGHT]…`; without names, all of
/// them.
public final class DrawScreens {
    private DrawScreens() {}

    /// Draws each screen in both themes; `args` are the folder and the names of screens.
    public static void main(String[] args) {
        Path folder = Path.of(args[0]);
        List<ScreenCase> screens = args.length == 1
                ? ScreenCases.all()
                : Arrays.stream(args, 1, args.length).map(DrawScreens::screen).toList();
        try {
            for (ScreenCase screen : screens) {
                for (Theme theme : Theme.values()) {
                    screen.shoot(theme, folder);
                }
            }
        } catch (IOException | RuntimeException | AssertionError e) {
            // The FX thread keeps the JVM alive.
            System.err.println(e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static ScreenCase screen(String words) {
        String[] parts = words.split("@", -1);
        ScreenCase screen = ScreenCases.named(parts[0]);
        String[] size = parts.length == 2 ? parts[1].split("x", -1) : new String[0];
        return size.length == 2 ? screen.sized(Integer.parseInt(size[0]), Integer.parseInt(size[1])) : screen;
    }
}
