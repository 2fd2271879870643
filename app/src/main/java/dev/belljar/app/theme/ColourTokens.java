package dev.belljar.app.theme;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.paint.Color;

/// The colours of a theme for drawing that CSS cannot style, read from the same style sheets.
public final class ColourTokens {
    private static final Pattern LINE = Pattern.compile("-bj-([a-z0-9-]+):\\s*(#[0-9A-Fa-f]{6}|rgba\\([^)]*\\));");

    private final Map<String, Color> colours = new HashMap<>();

    private ColourTokens() {}

    /// Reads the tokens of a theme.
    public static ColourTokens of(Theme theme) {
        ColourTokens tokens = new ColourTokens();
        tokens.read("themes/tokens.css");
        if (theme == Theme.DARK) {
            tokens.read("themes/tokens-dark.css");
        }
        return tokens;
    }

    /// Returns the colour named `-bj-<name>`.
    ///
    /// @throws IllegalArgumentException when the style sheets have no such token
    public Color colour(String name) {
        Color colour = colours.get(name);
        if (colour == null) {
            throw new IllegalArgumentException("token -bj-" + name + ": not in tokens.css");
        }
        return colour;
    }

    /// All tokens by name.
    public Map<String, Color> all() {
        return Map.copyOf(colours);
    }

    private void read(String path) {
        try (InputStream in = AssetFile.url(path).openStream()) {
            Matcher matcher = LINE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (matcher.find()) {
                colours.put(matcher.group(1), Color.web(matcher.group(2)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("asset " + path + " could not be read", e);
        }
    }
}
