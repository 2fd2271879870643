package dev.belljar.app.ui;

import java.util.List;
import javafx.scene.text.Font;

/// The bundled type: Inter with tabular figures for words, JetBrains Mono for code.
public final class AppFonts {
    public static final String MONO = "JetBrains Mono";
    private static final List<String> FILES = List.of(
            "InterTabular.otf",
            "InterTabularMedium.otf",
            "InterTabularSemiBold.otf",
            "JetBrainsMono-Regular.ttf",
            "JetBrainsMono-Medium.ttf",
            "JetBrainsMono-SemiBold.ttf",
            "JetBrainsMono-Bold.ttf");

    private AppFonts() {}

    /// Makes the families known to JavaFX; asking again costs nothing that matters.
    public static void load() {
        if (Font.getFamilies().contains("Inter Tabular")) {
            return;
        }
        for (String file : FILES) {
            if (Font.loadFont(Theme.asset("fonts/" + file).toExternalForm(), 13) == null) {
                throw new IllegalStateException("font " + file + " could not be read");
            }
        }
    }
}
