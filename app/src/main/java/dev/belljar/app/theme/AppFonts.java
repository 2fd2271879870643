package dev.belljar.app.theme;

import java.util.List;
import javafx.scene.text.Font;

/// The bundled fonts: Inter with tabular figures for text, JetBrains Mono for code.
///
/// Each file is made for one size in pixels, which ends the name of its family (`Inter Medium 12`). At that
/// size every advance is a whole number of pixels; otherwise JavaFX spaces the letters of text with grey
/// antialiasing unevenly. `assets/fonts/freeze.py` makes them.
public final class AppFonts {
    /// The font family of the terminal, which has a bold face too.
    public static final String TERMINAL = "JetBrains Mono 13";

    private static final List<String> FILES = List.of(
            "Inter11.otf",
            "Inter12.otf",
            "Inter13.otf",
            "Inter15.otf",
            "InterMedium11.otf",
            "InterMedium12.otf",
            "InterMedium13.otf",
            "InterSemiBold12.otf",
            "InterSemiBold13.otf",
            "InterSemiBold15.otf",
            "InterSemiBold18.otf",
            "JetBrainsMono11.ttf",
            "JetBrainsMono12.ttf",
            "JetBrainsMono13.ttf",
            "JetBrainsMonoMedium12.ttf",
            "JetBrainsMonoSemiBold11.ttf",
            "JetBrainsMonoSemiBold12.ttf",
            "JetBrainsMonoBold13.ttf");

    private AppFonts() {}

    /// Registers the families with JavaFX; only the first call loads files.
    ///
    /// @throws IllegalStateException when a font file cannot be read
    public static void load() {
        Loaded.once();
    }

    /// Loads the fonts when this class is initialized. Asking JavaFX which families exist would make it read
    /// all fonts of this computer.
    private static final class Loaded {
        static {
            loadAll();
        }

        static void once() {}
    }

    private static void loadAll() {
        for (String file : FILES) {
            if (Font.loadFont(AssetFile.url("fonts/" + file).toExternalForm(), 13) == null) {
                throw new IllegalStateException("font " + file + " could not be read");
            }
        }
    }

    /// Returns the font of a family (`Inter`, `Inter Medium`, `Inter SemiBold`, `JetBrains Mono`) for a
    /// size in pixels.
    ///
    /// @throws IllegalArgumentException when there is no file for this size
    public static Font of(String family, int size) {
        String cut = family + " " + size;
        Font font = Font.font(cut, size);
        if (!font.getFamily().equals(cut)) {
            throw new IllegalArgumentException("no font " + cut);
        }
        return font;
    }
}
