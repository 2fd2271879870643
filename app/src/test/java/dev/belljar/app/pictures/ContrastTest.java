package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.theme.ColourTokens;
import dev.belljar.app.theme.Theme;
import javafx.scene.paint.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that text is readable on its backgrounds, in both themes.
class ContrastTest {
    @ParameterizedTest
    @CsvSource({
        "text, surface",
        "text, surface-sunken",
        "text, fill",
        "text, accent-soft",
        "text-muted, surface",
        "text-muted, fill",
        "text-muted, danger-soft",
        "text-faint, surface",
        "text-faint, surface-sunken",
        "accent, accent-soft",
        "on-accent, accent-fill",
        "ok, ok-soft",
        "warn, warn-soft",
        "danger, danger-soft",
        "held, held-soft",
        "term-dim, term",
        "term-red, term",
        "term-green, term",
        "term-yellow, term",
        "code-note, surface",
        "code-key, add",
        "code-str, del"
    })
    void textHasAtLeastTheContrastOfLevelAa(String word, String ground) {
        for (Theme theme : Theme.values()) {
            ColourTokens tokens = ColourTokens.of(theme);
            assertThat(contrast(tokens.colour(word), tokens.colour(ground)))
                    .as("%s on %s, %s", word, ground, theme)
                    .isGreaterThanOrEqualTo(4.45);
        }
    }

    private static double contrast(Color a, Color b) {
        double la = light(a);
        double lb = light(b);
        return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
    }

    private static double light(Color c) {
        return 0.2126 * part(c.getRed()) + 0.7152 * part(c.getGreen()) + 0.0722 * part(c.getBlue());
    }

    private static double part(double v) {
        return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }
}
