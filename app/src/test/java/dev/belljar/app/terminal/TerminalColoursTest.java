package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.techsenger.jeditermfx.core.Color;
import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import dev.belljar.app.theme.Theme;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TerminalColoursTest {
    /// The minimum contrast of text of normal size, by WCAG 2.2.
    private static final double READABLE = 4.5;

    @ParameterizedTest
    @EnumSource(Theme.class)
    void blackOnEachColourIsReadable(Theme theme) {
        ColorPalette palette = new TerminalColours(() -> theme, () -> {}).getTerminalColorPalette();
        Color ink = palette.getForeground(TerminalColor.index(0));
        for (int colour = 1; colour <= 6; colour++) {
            Color ground = palette.getBackground(TerminalColor.index(colour));
            assertThat(contrast(ink, ground)).as("on colour %d", colour).isGreaterThan(READABLE);
        }
    }

    private static double contrast(Color one, Color other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(Color colour) {
        return 0.2126 * linear(colour.getRed())
                + 0.7152 * linear(colour.getGreen())
                + 0.0722 * linear(colour.getBlue());
    }

    private static double linear(int channel) {
        double part = channel / 255.0;
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
