package dev.belljar.app.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.image.Image;

/// The light or the dark theme: AtlantaFX Primer as the base, Belljar's tokens and one style sheet per
/// control on top.
public enum Theme {
    LIGHT,
    DARK;

    private static final List<String> SHEETS = List.of(
            "base", "button", "field", "tag", "table", "menu", "scroll", "card", "dialog", "frame", "screens", "diff",
            "review");

    /// Applies the theme to a scene, in place of the one it had. Popups of the scene follow.
    public void dress(Scene scene) {
        AppFonts.load();
        scene.setUserAgentStylesheet(
                this == DARK ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
        scene.getStylesheets().setAll(sheets());
    }

    /// Returns the other theme.
    public Theme other() {
        return this == DARK ? LIGHT : DARK;
    }

    /// The window's icon in several sizes.
    public static List<Image> icons() {
        return Stream.of(256, 64, 32)
                .map(size -> new Image(
                        AssetFile.url("icons/belljar-" + size + ".png").toExternalForm()))
                .toList();
    }

    private List<String> sheets() {
        Stream<String> tokens = this == DARK ? Stream.of("tokens", "tokens-dark") : Stream.of("tokens");
        return Stream.concat(tokens, SHEETS.stream())
                .map(name -> AssetFile.url("themes/" + name + ".css").toExternalForm())
                .toList();
    }
}
